import { DATABASE } from '@app/boot';
import { Database, Tx, killPoint, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Listener } from '../coverage/coverage';
import { PartitionStore } from '../retention/partition.store';
import { NewDelivery, bodyOf, dayOf } from './delivery';

interface ListenerRow {
  id: string;
  organization: string;
  events: string[];
  namespace_prefix: string;
}

const listeners = {
  name: 'queue-listeners',
  text: 'select id, organization, events, namespace_prefix from endpoint where organization = any($1)',
};
const lockTurns = {
  name: 'queue-lock',
  text: `select t.endpoint_id from endpoint_turn t where t.endpoint_id = any($1) order by t.endpoint_id for no key update`,
};
const addPayloads = {
  name: 'queue-payloads',
  text: `insert into payload (day, event_id, body) select * from unnest($1::date[], $2::text[], $3::text[])
         on conflict do nothing`,
};
// The status is read after the turns were locked: an endpoint that is being disabled gets skipped rows.
const addDeliveries = {
  name: 'queue-deliveries',
  text: `insert into delivery (day, endpoint_id, event_id, id, organization, type, namespace, status, due_at)
    select g.day, g.endpoint_id, g.event_id, g.id, e.organization, g.type, g.namespace,
      case when e.status = 'disabled' then 'skipped' else 'pending' end,
      case when e.status = 'disabled' then null else app.now() end
    from unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
      as g(day, endpoint_id, event_id, id, type, namespace)
    join endpoint e on e.id = g.endpoint_id
    on conflict do nothing`,
};
const bringForward = {
  name: 'queue-forward',
  text: 'update endpoint_turn set due_at = least(due_at, app.now()) where endpoint_id = any($1)',
};

/** Events become deliveries: the payload once, a row an endpoint, each (event, endpoint) once. */
@Injectable()
export class QueueStore {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly partitions: PartitionStore,
  ) {}

  /** Endpoints by organization. */
  async listeners(organizations: readonly string[]): Promise<Map<string, Listener[]>> {
    const { rows } = await this.database.query<ListenerRow>(listeners, [organizations]);
    const byOrganization = new Map<string, Listener[]>();
    for (const { id, organization, events, namespace_prefix: namespacePrefix } of rows) {
      const known = byOrganization.get(organization) ?? [];
      known.push({ id, events, namespacePrefix });
      byOrganization.set(organization, known);
    }
    return byOrganization;
  }

  async add(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await this.database.transaction(async (tx) => {
      const days = deliveries.map(({ event }) => dayOf(event));
      for (const day of new Set(days)) await this.partitions.mustHave(tx, day);
      const endpoints = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
      await tx.query(lockTurns, [endpoints]);
      await this.addPayloads(tx, deliveries);
      await tx.query(addDeliveries, [
        days,
        deliveries.map(({ endpointId }) => endpointId),
        deliveries.map(({ event }) => event.id),
        deliveries.map(() => newId('dlv')),
        deliveries.map(({ event }) => event.type),
        deliveries.map(({ event }) => event.namespace),
      ]);
      await tx.query(bringForward, [endpoints]);
      await killPoint('webhooks.consume.before-commit');
    });
  }

  private async addPayloads(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
    const events = [...new Map(deliveries.map(({ event }) => [event.id, event])).values()];
    // In the order of their keys, so that two consumers of the same events do not wait for each other in a ring.
    events.sort((a, b) => (a.id < b.id ? -1 : 1));
    await tx.query(addPayloads, [events.map(dayOf), events.map(({ id }) => id), events.map(bodyOf)]);
  }
}

import { DATABASE } from '@app/boot';
import { Database, Tx, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { EventSelection } from '../coverage/coverage';
import { PartitionStore } from '../retention/partition.store';
import { leaseS } from '../delivery/claim.store';
import { ClaimedRow, signerColumns, toClaimed } from '../delivery/claimed-row';
import { ClaimedDelivery, NewDelivery, bodyOf, dayOf } from '../delivery/delivery';
import { Hold, Headroom, countOf, holdsOf } from '../delivery/headroom';

/** What became of deliveries that were queued. */
export interface Queued {
  /** Held by this process: theirs is a lease, as if they had been claimed. */
  claimed: ClaimedDelivery[];
  /** Endpoints for which others wait to be claimed. */
  waiting: string[];
}

interface ListenerRow {
  id: string;
  organization: string;
  events: string[];
  namespace_prefix: string;
}

interface TurnRow {
  endpoint_id: string;
  /** Nothing of it is due, and it is not paused. */
  rests: boolean;
  /** Somebody looks after it before a lease of now ends. */
  is_looked_after: boolean;
}

type InsertedRow = Omit<ClaimedRow, 'body'>;

const listeners = {
  name: 'queue-listeners',
  text: 'select id, organization, events, namespace_prefix from endpoint where organization = any($1)',
};
const lockTurns = {
  name: 'queue-lock',
  text: `select t.endpoint_id, t.due_at > app.now() and (t.paused_until is null or t.paused_until <= app.now()) as rests,
      t.due_at <= app.now() + interval '${leaseS} seconds' as is_looked_after
    from endpoint_turn t where t.endpoint_id = any($1) order by t.endpoint_id for no key update`,
};
const addPayloads = {
  name: 'queue-payloads',
  text: `insert into payload (day, event_id, body) select * from unnest($1::date[], $2::text[], $3::text[])
         on conflict do nothing`,
};
// Status and pace are read after the turns were locked: an endpoint that is being disabled gets skipped rows.
const addDeliveries = {
  name: 'queue-deliveries',
  text: `with added as (
      insert into delivery (day, endpoint_id, event_id, id, organization, type, namespace, status, attempts, ahead, due_at)
      select g.day, g.endpoint_id, g.event_id, g.id, e.organization, g.type, g.namespace,
        case when e.status = 'disabled' then 'skipped' else 'pending' end,
        case when e.status <> 'disabled' and e.max_per_second is null and g.hold = 'now' then 1 else 0 end,
        e.status <> 'disabled' and e.max_per_second is null and g.hold = 'ahead',
        case when e.status = 'disabled' then null
          when e.max_per_second is null and g.hold <> 'no' then app.now() + interval '${leaseS} seconds'
          else app.now() end
      from unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
        as g(day, endpoint_id, event_id, id, type, namespace, hold)
      join endpoint e on e.id = g.endpoint_id
      on conflict do nothing
      returning day, endpoint_id, event_id, turn, attempts, ahead, attempted_at, status)
    select a.day::text as day, a.endpoint_id, a.event_id, a.turn, a.attempts, a.ahead, a.attempted_at, a.status, ${signerColumns}
    from added a join endpoint e on e.id = a.endpoint_id where a.attempts > 0 or a.ahead`,
};
const bringForward = {
  name: 'queue-forward',
  text: `update endpoint_turn set due_at = least(due_at, app.now() + make_interval(secs => $2))
    where endpoint_id = any($1)`,
};

/** Events become deliveries: the payload once, a row an endpoint, each (event, endpoint) once. */
@Injectable()
export class QueueStore {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly partitions: PartitionStore,
  ) {}

  /** Endpoints by organization. */
  async listeners(organizations: readonly string[]): Promise<Map<string, EventSelection[]>> {
    const { rows } = await this.database.query<ListenerRow>(listeners, [organizations]);
    const byOrganization = new Map<string, EventSelection[]>();
    for (const { id, organization, events, namespace_prefix: namespacePrefix } of rows) {
      const known = byOrganization.get(organization) ?? [];
      known.push({ id, events, namespacePrefix });
      byOrganization.set(organization, known);
    }
    return byOrganization;
  }

  /** @param placesOf what this process may hold at once, of an endpoint for which nothing waits */
  async add(
    deliveries: readonly NewDelivery[],
    placesOf: (endpointId: string) => Headroom = () => ({ now: 0, ahead: 0 }),
  ): Promise<Queued> {
    if (deliveries.length === 0) return { claimed: [], waiting: [] };
    return this.database.transaction('webhooks.consume', async (tx) => {
      const days = new Set(deliveries.map(({ event }) => dayOf(event)));
      for (const day of days) await this.partitions.mustHave(tx, day);
      const endpoints = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
      const { rows: turns } = await tx.query<TurnRow>(lockTurns, [endpoints]);
      const resting = turns.filter(({ rests }) => rests).map((row) => row.endpoint_id);
      const places = new Map(resting.map((endpointId) => [endpointId, placesOf(endpointId)]));
      const bodies = await this.addPayloads(tx, deliveries);
      const claimed = await this.addDeliveries(tx, deliveries, holdsOf(deliveries, places), bodies);
      const [asked, held] = [countOf(deliveries), countOf(claimed)];
      const waiting = endpoints.filter((id) => (asked.get(id) ?? 0) > (held.get(id) ?? 0));
      if (waiting.length > 0) await tx.query(bringForward, [waiting, 0]);
      const unseen = turns.filter((row) => held.has(row.endpoint_id) && !row.is_looked_after);
      if (unseen.length > 0) await tx.query(bringForward, [unseen.map((row) => row.endpoint_id), leaseS]);
      return { claimed, waiting };
    });
  }

  private async addDeliveries(
    tx: Tx,
    deliveries: readonly NewDelivery[],
    holds: readonly Hold[],
    bodies: Map<string, string>,
  ): Promise<ClaimedDelivery[]> {
    const heldFromMs = performance.now();
    const { rows } = await tx.query<InsertedRow>(addDeliveries, [
      deliveries.map(({ event }) => dayOf(event)),
      deliveries.map(({ endpointId }) => endpointId),
      deliveries.map(({ event }) => event.id),
      deliveries.map(() => newId('dlv')),
      deliveries.map(({ event }) => event.type),
      deliveries.map(({ event }) => event.namespace),
      holds,
    ]);
    return rows.map((row) => toClaimed({ ...row, body: bodies.get(row.event_id) ?? '' }, 0, heldFromMs));
  }

  /** @returns bodies by event */
  private async addPayloads(tx: Tx, deliveries: readonly NewDelivery[]): Promise<Map<string, string>> {
    const events = [...new Map(deliveries.map(({ event }) => [event.id, event])).values()];
    // In the order of their keys, so that two consumers of the same events do not wait for each other in a ring.
    events.sort((a, b) => (a.id < b.id ? -1 : 1));
    const bodies = events.map(bodyOf);
    await tx.query(addPayloads, [events.map(dayOf), events.map(({ id }) => id), bodies]);
    return new Map(events.map(({ id }, i) => [id, bodies[i]]));
  }
}

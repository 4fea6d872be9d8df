import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ClaimedDelivery, fenceOf } from './delivery';

interface VersionRow {
  id: string;
  version: string;
}

const inForce = {
  name: 'held-in-force',
  text: `select e.id, e.xmin::text as version from endpoint e join endpoint_turn t on t.endpoint_id = e.id
    where e.id = any($1) and e.status <> 'disabled' and (t.paused_until is null or t.paused_until <= app.now())`,
};
const lockTurns = {
  name: 'held-lock',
  text: 'select 1 from endpoint_turn where endpoint_id = any($1) order by endpoint_id for no key update',
};
const giveBack = {
  name: 'held-give-back',
  text: `update delivery d set attempts = case when g.ahead then d.attempts else d.attempts - 1 end, ahead = false,
      due_at = app.now()
    from unnest($1::date[], $2::text[], $3::text[], $4::int[], $5::int[], $6::boolean[])
      as g(day, endpoint_id, event_id, turn, attempts, ahead)
    where d.day = g.day and d.endpoint_id = g.endpoint_id and d.event_id = g.event_id and d.turn = g.turn
      and d.attempts = g.attempts and d.ahead = g.ahead and d.due_at is not null`,
};
const bringForward = {
  name: 'held-forward',
  text: 'update endpoint_turn set due_at = least(due_at, app.now()) where endpoint_id = any($1)',
};

/** Deliveries that are held and were not sent yet. */
@Injectable()
export class HeldStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** The versions of those endpoints to which anything may be sent now; the rest are disabled, paused or gone. */
  async inForce(endpointIds: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.database.query<VersionRow>(inForce, [endpointIds]);
    return new Map(rows.map(({ id, version }) => [id, version]));
  }

  /** Undoes claims of deliveries that were not sent: their attempts were none. */
  async giveBack(held: readonly ClaimedDelivery[]): Promise<void> {
    if (held.length === 0) return;
    const endpoints = [...new Set(held.map(({ endpointId }) => endpointId))];
    await this.database.transaction('webhooks.held', async (tx) => {
      await tx.query(lockTurns, [endpoints]);
      await tx.query(giveBack, [
        held.map(({ day }) => day),
        held.map(({ endpointId }) => endpointId),
        held.map(({ eventId }) => eventId),
        held.map(({ turn }) => turn),
        held.map(fenceOf),
        held.map(({ ahead }) => ahead),
      ]);
      await tx.query(bringForward, [endpoints]);
    });
  }
}

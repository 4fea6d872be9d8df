import { Database, Queryable } from '@app/persistence';
import { ClaimedDelivery, fenceOf } from './delivery';

interface VersionRow {
  id: string;
  version: string;
}

const versions = {
  name: 'held-in-force',
  text: `select e.id, e.xmin::text as version from endpoint e join endpoint_turn t on t.endpoint_id = e.id
    where e.id = any($1) and e.status <> 'disabled' and (t.paused_until is null or t.paused_until <= app.now())`,
};

const lockTurns = {
  name: 'held-lock',
  text: 'select 1 from endpoint_turn where endpoint_id = any($1) order by endpoint_id for no key update',
};

const undo = {
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

/** The current versions of the endpoints that may receive now; disabled, paused and deleted ones are left out. */
export async function readVersions(db: Queryable, endpointIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<VersionRow>(versions, [endpointIds]);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Gives back held deliveries that were not sent: undoes their claims, so that they count no attempt and are due. */
export async function giveBack(database: Database, held: readonly ClaimedDelivery[]): Promise<void> {
  if (held.length === 0) return;
  const endpoints = [...new Set(held.map(({ endpointId }) => endpointId))];
  await database.transaction('webhooks.held', async (tx) => {
    await tx.query(lockTurns, [endpoints]);
    await tx.query(undo, [
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

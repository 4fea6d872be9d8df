import { Database, Tx } from '@app/persistence';

/** Deliveries that a step puts back, and those that were queued in the same moment as the last of them. */
const maxRows = 1_000;

/** A test send is no event, and is repeated by the next test alone. */
const unsent = `d.status in ('failed', 'skipped') and not d.test`;

// Of what was queued since an instant, without what an earlier call has still to put back. Each partition of a day is
// counted by its own index.
const add = {
  name: 'recovery-add',
  text: `with asked as materialized (
      select tstzmultirange(tstzrange($2, greatest($2, app.now()), '[]'))
        - coalesce((select r.rest from recovery r where r.endpoint_id = $1), '{}') as spans),
    counted as materialized (
      select coalesce(sum(c.n), 0) as queued from (select unnest(spans) as span from asked) s cross join lateral (
        select count(*) as n from delivery d where d.endpoint_id = $1 and d.created_at >= lower(s.span)
          and d.created_at <= upper(s.span) and d.created_at <@ s.span and ${unsent}) c),
    added as (
      insert into recovery as r (endpoint_id, rest, asked_at, walked_at)
      select $1, spans, app.now(), app.now() from asked, counted where queued > 0
      on conflict (endpoint_id) do update set rest = r.rest + excluded.rest, asked_at = excluded.asked_at)
    select queued from counted`,
};

// As every caller of the queue, a step holds the turn of its endpoint.
const next = {
  name: 'recovery-next',
  text: `select r.endpoint_id from recovery r join endpoint_turn t on t.endpoint_id = r.endpoint_id
    order by r.walked_at limit 1 for update of t skip locked`,
};

const step = {
  name: 'recovery-step',
  text: `with open as materialized (
      select r.asked_at, s.span from recovery r cross join lateral (select span from unnest(r.rest) span order by span limit 1) s
      where r.endpoint_id = $1),
    chunk as materialized (
      select case when count(*) < ${maxRows} then (select upper(span) from open) else max(c.created_at) end as until
      from open o cross join lateral (select d.created_at from delivery d
        where d.endpoint_id = $1 and d.created_at >= lower(o.span) and d.created_at <= upper(o.span)
          and d.created_at <@ o.span and ${unsent} order by d.created_at, d.id limit ${maxRows}) c),
    put as (
      update delivery d set status = 'pending', attempts = 0, due_at = app.now()
      where d.endpoint_id = $1 and ${unsent} and d.created_at >= (select lower(span) from open)
        and d.created_at <= (select until from chunk) and d.created_at <@ (select span from open)
        and (d.attempted_at is null or d.attempted_at <= (select asked_at from open))),
    moved as (
      update recovery r set rest = r.rest - tstzmultirange(tstzrange(lower(o.span), c.until, '[]')), walked_at = app.now()
      from open o, chunk c where r.endpoint_id = $1)
    update endpoint_turn set due_at = least(due_at, app.now()) where endpoint_id = $1`,
};

const end = {
  name: 'recovery-end',
  text: 'delete from recovery where endpoint_id = $1 and isempty(rest) returning asked_at',
};

/**
 * Has the failed and skipped deliveries since an instant put back by the walk. The caller has locked the `endpoint_turn` row.
 * @returns how many there are that no earlier call has still to put back
 */
export async function addRecovery(tx: Tx, endpointId: string, since: Date): Promise<number> {
  const { rows } = await tx.query<{ queued: string }>(add, [endpointId, since]);
  return Number(rows[0].queued);
}

/** A recovery that has put all its deliveries back. */
export interface EndedRecovery {
  endpointId: string;
  askedAt: Date;
}

/**
 * Puts the next deliveries of a recovery back, the oldest first.
 * @param onEnd is called after the commit of the last step of a recovery
 * @returns whether there was one
 */
export function stepRecovery(database: Database, onEnd?: (ended: EndedRecovery) => void): Promise<boolean> {
  return database.transaction('webhooks.recovery', async (tx) => {
    const { rows } = await tx.query<{ endpoint_id: string }>(next);
    if (rows.length === 0) return false;
    const [{ endpoint_id: id }] = rows;
    await tx.query(step, [id]);
    const { rows: ended } = await tx.query<{ asked_at: Date }>(end, [id]);
    if (ended.length > 0) tx.afterCommit(() => onEnd?.({ endpointId: id, askedAt: ended[0].asked_at }));
    return true;
  });
}

import type { Named, Queryable } from '@app/persistence';
import { deferred, fanout, onRead } from './lane';
import type { Wanted } from './pending';

/*
 * `wanted_at` is when the debounce ends, `due_at` when the queue looks at the row: at `wanted_at` at the earliest, sooner
 * when a later change has prolonged the debounce, later for a retry or until a lease ends. Indexes hold `due_at`. A
 * change of a waiting row therefore writes no index: the claim that finds the row early moves it to its `wanted_at`.
 *
 * Of several backfills that want one answer `job` pays, and `other_jobs` wait for it. One that asks no engine leaves the
 * row to one that pays. A row that a writer or reader wants belongs to no backfill.
 *
 * A row in the lane of deferred ones is not due before it is promoted; one that something else wants as well begins anew
 * in the better lane. A fan-out neither hastens nor delays a row that waits in a better lane. What comes while a row is
 * claimed is kept apart in `later_lane`: the row that is asked again for a fan-out alone is in the lane of fan-outs then.
 */
const firstOfClaim = 'p.claim_id is not null and p.touches = p.claimed_touches';
const leavesDeferral = `p.lane = ${deferred} and excluded.lane < ${deferred}`;
const isSpread = `excluded.lane >= ${fanout} and p.lane < ${fanout}`;

const queue: Named = {
  name: 'pending-queue',
  text: `
  with up as (
    insert into pending as p (namespace_id, document_id, judgment_id, target_version, lane, due_at, wanted_at, max_wait_ms, touches, version, wanted,
      traceparent, job, renew_at, free, deferred_from)
    select w.ns, w.doc, w.jdg, w.target, w.lane, case when w.lane = ${deferred} then 'infinity' else t.at end, t.at, w.wait_ms, w.touches, w.version,
      w.wanted, w.trace, w.job, w.renew_at, w.free, case when w.lane = ${deferred} then t.at end
    from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::smallint[], $6::bigint[], $7::bigint[], $8::int[], $9::bigint[], $10::bigint[],
        $11::text[], $12::text[], $13::timestamptz[], $14::boolean[])
      as w(ns, doc, jdg, target, lane, debounce_ms, wait_ms, touches, version, wanted, trace, job, renew_at, free)
    cross join lateral (select app.now() + least(w.debounce_ms, w.wait_ms) * interval '1 ms' as at) t
    order by w.ns, w.doc, w.jdg, w.target
    on conflict (namespace_id, document_id, judgment_id, target_version) do update set
      lane = least(p.lane, excluded.lane),
      later_lane = case when p.claim_id is not null then least(p.later_lane, excluded.lane, ${fanout}) end,
      touches = p.touches + excluded.touches,
      version = greatest(p.version, excluded.version),
      wanted = greatest(p.wanted, excluded.wanted),
      max_wait_ms = excluded.max_wait_ms,
      traceparent = coalesce(excluded.traceparent, p.traceparent),
      job = case when excluded.job is null or p.job is null then null
                 when p.free and not excluded.free then excluded.job else p.job end,
      other_jobs = case when excluded.job is null or p.job is null or (p.free and not excluded.free) then '{}'
                        when p.free <> excluded.free or excluded.job = p.job or excluded.job = any(p.other_jobs) then p.other_jobs
                        else p.other_jobs || excluded.job end,
      renew_at = greatest(p.renew_at, excluded.renew_at),
      free = p.free and excluded.free,
      first_touch_at = case when ${firstOfClaim} or ${leavesDeferral} then app.now() else p.first_touch_at end,
      wanted_at = case
        when ${firstOfClaim} or ${leavesDeferral} then excluded.wanted_at
        when excluded.lane = ${deferred} or ${isSpread} then p.wanted_at
        when p.lane = ${onRead} or excluded.lane = ${onRead} then least(p.wanted_at, excluded.wanted_at)
        else least(excluded.wanted_at, p.first_touch_at + excluded.max_wait_ms * interval '1 ms') end,
      due_at = case
        when p.claim_id is not null or excluded.lane = ${deferred} or ${isSpread} then p.due_at
        when ${leavesDeferral} then excluded.due_at
        when p.lane = ${onRead} or excluded.lane = ${onRead} then least(p.due_at, excluded.due_at)
        else least(p.due_at, excluded.due_at, p.first_touch_at + excluded.max_wait_ms * interval '1 ms') end
    returning namespace_id, lane, due_at),
  turned as (
    insert into turn as t (namespace_id, lane, next_due_at)
    select namespace_id, lane, min(due_at) from up where lane < ${deferred} group by 1, 2 order by 2, 1
    on conflict (lane, namespace_id) do update set next_due_at = excluded.next_due_at where t.next_due_at > excluded.next_due_at)
  select app.now() as now`,
};

/**
 * Queues wanted answers. A row that waits already is merged with the new one; one call may name an answer twice.
 * @returns the database's time
 */
export async function queueWanted(db: Queryable, wanted: readonly Wanted[]): Promise<Date> {
  const rows = merged(wanted);
  const column = <T>(read: (row: Wanted) => T): T[] => rows.map(read);
  const result = await db.query<{ now: Date }>(queue, [
    column((row) => row.namespaceId),
    column((row) => row.document),
    column((row) => row.judgmentId),
    column((row) => row.targetVersion ?? 0),
    column((row) => row.lane),
    column((row) => row.debounceMs),
    column((row) => row.maxWaitMs),
    column((row) => row.changes),
    column((row) => row.documentVersion),
    column((row) => row.wantedVersion),
    column((row) => row.traceparent),
    column((row) => row.job ?? null),
    column((row) => row.renewAt ?? null),
    column((row) => row.needsNoEngine ?? false),
  ]);
  return result.rows[0].now;
}

/** One row a key: `on conflict do update` may not meet a row twice in one statement. */
function merged(wanted: readonly Wanted[]): Wanted[] {
  const byKey = new Map<string, Wanted>();
  for (const row of wanted) {
    const key = `${row.namespaceId}\n${row.document}\n${row.judgmentId}\n${row.targetVersion ?? 0}`;
    const known = byKey.get(key);
    byKey.set(key, known ? merge(known, row) : row);
  }
  return [...byKey.values()];
}

function merge(a: Wanted, b: Wanted): Wanted {
  const firstServed = a.lane <= b.lane ? a : b;
  return {
    ...firstServed,
    documentVersion: Math.max(a.documentVersion, b.documentVersion),
    wantedVersion: Math.max(a.wantedVersion, b.wantedVersion),
    changes: a.changes === 1 || b.changes === 1 ? 1 : 0,
    traceparent: b.traceparent ?? a.traceparent,
    job: a.job && b.job ? a.job : null,
    renewAt: laterOf(a.renewAt, b.renewAt),
    needsNoEngine: a.needsNoEngine === true && b.needsNoEngine === true,
  };
}

function laterOf(a: Date | null | undefined, b: Date | null | undefined): Date | null {
  if (!a || !b) return a ?? b ?? null;
  return a > b ? a : b;
}

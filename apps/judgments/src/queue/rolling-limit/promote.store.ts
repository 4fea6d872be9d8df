import type { Named, Tx } from '@app/persistence';
import { deferred, fanout } from '../pending/lane';

/*
 * Rows are locked only where nobody else holds them: a statement here never waits for the queue. What it leaves out is
 * counted when it is asked, or promoted in the next second.
 */
const sweep: Named = {
  name: 'deferral-sweep',
  text: `
  with picked as materialized (
    select namespace_id, document_id, judgment_id, target_version from pending
    where namespace_id = $1 and judgment_id = $2 and lane = ${fanout} and counted_at is null and claim_id is null
    limit $3 for update skip locked)
  update pending p set lane = ${deferred}, due_at = 'infinity', deferred_from = coalesce(p.deferred_from, p.wanted_at)
  from picked k where p.namespace_id = k.namespace_id and p.document_id = k.document_id and p.judgment_id = k.judgment_id
    and p.target_version = k.target_version`,
};

/** Moves fan-out of a judgment that nobody has claimed past its limit, so that it is not compiled in vain. @returns how many */
export async function sweepRows(tx: Tx, namespaceId: string, judgmentId: string, most: number): Promise<number> {
  return (await tx.query(sweep, [namespaceId, judgmentId, most])).rowCount ?? 0;
}

const promote: Named = {
  name: 'deferral-promote',
  text: `
  with picked as materialized (
    select namespace_id, document_id, judgment_id, target_version from pending
    where namespace_id = $1 and judgment_id = $2 and lane = ${deferred} and counted_at is null
    order by deferred_from limit $3 for update skip locked),
  up as (
    update pending p set lane = ${fanout}, due_at = app.now(), wanted_at = app.now() from picked k
    where p.namespace_id = k.namespace_id and p.document_id = k.document_id and p.judgment_id = k.judgment_id
      and p.target_version = k.target_version
    returning p.due_at),
  turned as (
    insert into turn as t (namespace_id, lane, next_due_at) select $1, ${fanout}, min(due_at) from up having count(*) > 0
    on conflict (lane, namespace_id) do update set next_due_at = excluded.next_due_at where t.next_due_at > excluded.next_due_at)
  select count(*)::int as count from up`,
};

/** Makes the deferred rows due that wait longest. @returns how many */
export async function promoteRows(tx: Tx, namespaceId: string, judgmentId: string, most: number): Promise<number> {
  if (most <= 0) return 0;
  const { rows } = await tx.query<{ count: number }>(promote, [namespaceId, judgmentId, most]);
  return rows[0].count;
}

const left: Named = {
  name: 'deferral-left',
  text: `
  select (select count(*)::int from (select from pending where namespace_id = $1 and judgment_id = $2
      and lane = ${fanout} and counted_at is null limit $3) l) as promoted,
    exists (select from pending where namespace_id = $1 and judgment_id = $2
      and lane = ${deferred} and counted_at is null) as waits`,
};

/** Fan-out of a judgment that is not granted yet. */
export interface Left {
  /** Rows that may be claimed or are, up to the number asked for. */
  promoted: number;
  /** Whether others are deferred. */
  waits: boolean;
}

/** @param most rows to count */
export async function readLeftOf(tx: Tx, namespaceId: string, judgmentId: string, most: number): Promise<Left> {
  return (await tx.query<Left>(left, [namespaceId, judgmentId, most])).rows[0];
}

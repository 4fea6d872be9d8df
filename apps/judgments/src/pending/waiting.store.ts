import type { Named, Queryable } from '@app/persistence';
import { deferred, fanout } from './lane';

/**
 * What a row of the queue waits for: `budget`: the budget of its namespace is spent; `fanout_limit`: its judgment is past
 * the limit of fan-out; `claimed`: an engine is asked; `debounce`: more changes, or the next try; `turn`: a process that
 * takes it, and through it a slot of the engine.
 */
export type WaitReason = 'budget' | 'fanout_limit' | 'claimed' | 'debounce' | 'turn';

export interface WaitingRows {
  lane: number;
  reason: WaitReason;
  rows: number;
}

/** So many pages of the queue are read, 16 MiB; of a longer queue they are a sample. */
const mostPages = 2000;

const share: Named = {
  name: 'pending-share',
  text: `select least(1, ${mostPages} / greatest(1, pg_relation_size('pending') / 8192.0))::float8 as share`,
};

const count: Named = {
  name: 'pending-count',
  text: `
    select p.lane, case
        when n.paused then 'budget'
        when p.lane = ${deferred} or (p.lane = ${fanout} and n.fanout_held) then 'fanout_limit'
        when p.claim_id is not null then 'claimed'
        when p.due_at > app.now() then 'debounce'
        else 'turn' end as reason, count(*)::int as rows
    from pending p tablesample system ($1) join namespace n on n.id = p.namespace_id
    group by 1, 2 order by 1, 2`,
};

/** Counts what waits, by lane and reason. Of a queue of more than 16 MiB it reads a sample and estimates. */
export async function countWaiting(db: Queryable): Promise<WaitingRows[]> {
  const part = (await db.query<{ share: number }>(share)).rows[0].share;
  const { rows } = await db.query<WaitingRows>(count, [100 * part]);
  return rows.map((row) => ({ ...row, rows: Math.round(row.rows / part) }));
}

/** Namespaces in which nothing is judged, since their budget is spent. */
export async function countPaused(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ paused: number }>(`select count(*)::int as paused from namespace where paused`);
  return rows[0].paused;
}

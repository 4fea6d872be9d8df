import type { WaitReason } from '@app/contracts';
import type { Named, Queryable } from '@app/persistence';
import { reasonOf } from './wait-reason';

export interface WaitingRows {
  lane: number;
  reason: WaitReason;
  /** Of rows that wait for their turn: whom they ask. null for others, and beyond the judgments that are looked up. */
  engine: string | null;
  rows: number;
}

/** So many pages of the queue are read, 16 MiB; of a longer queue they are a sample. */
const mostPages = 2000;
/** Engines are looked up of so many judgments, those of which most rows wait: the others matter little to a sum. */
const mostJudgments = 1000;

const share: Named = {
  name: 'pending-share',
  text: `select least(1, ${mostPages} / greatest(1, pg_relation_size('pending') / 8192.0))::float8 as share`,
};

const count: Named = {
  name: 'pending-count',
  text: `
    with waiting as materialized (
      select s.lane, s.reason, case when s.reason = 'turn' then s.judgment_id end as judgment_id,
        case when s.reason = 'turn' then s.target_version end as target_version, count(*)::int as rows
      from (
        select p.lane, p.judgment_id, p.target_version, ${reasonOf('n.paused')} as reason
        from pending p tablesample system ($1) join namespace n on n.id = p.namespace_id) s
      group by 1, 2, 3, 4),
    asked as materialized (
      select w.judgment_id, w.target_version, (
          select v.definition -> 'engine' ->> 'name'
          from (select id, active_version from judgment where id = w.judgment_id
                union all (select id, active_version from judgment where key = w.judgment_id and not archived limit 1)) j
          join judgment_version v on v.judgment_id = j.id and v.version = coalesce(nullif(w.target_version, 0), j.active_version)
          limit 1) as engine
      from (select judgment_id, target_version, sum(rows) as rows from waiting where judgment_id is not null
            group by 1, 2 order by 3 desc limit ${mostJudgments}) w)
    select w.lane, w.reason, a.engine, sum(w.rows)::int as rows
    from waiting w left join asked a on a.judgment_id = w.judgment_id and a.target_version = w.target_version
    group by 1, 2, 3 order by 1, 2, 3`,
};

/** Counts what waits, by lane, reason and engine. Of a queue of more than 16 MiB it reads a sample and estimates. */
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

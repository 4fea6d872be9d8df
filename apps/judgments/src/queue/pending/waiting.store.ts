import type { WaitReason } from '@app/contracts/judgments';
import type { Named, Queryable } from '@app/persistence';
import { reasonOf } from './wait-reason';

export interface WaitingRows {
  lane: number;
  reason: WaitReason;
  rows: number;
}

/** Rows that wait for their turn, by the engine that they ask. Rows whose judgment is gone are left out. */
export interface ClaimableRows {
  engine: string;
  rows: number;
}

/** So many pages of the queue are read, 16 MiB; of a longer queue they are a sample. */
const mostPages = 2000;
/**
 * Rows in turn of one judgment, version and lane are a group. Engines are looked up of so many groups, the largest ones, and of at
 * most so many others, drawn evenly by their sizes, which stand for the rest.
 */
const lookedUp = 500;

const share: Named = {
  name: 'pending-share',
  text: `select least(1, ${mostPages} / greatest(1, pg_relation_size('pending') / 8192.0))::float8 as share`,
};

const count: Named = {
  name: 'pending-count',
  text: `
    with waiting as materialized (
      select s.lane, s.reason, case when s.reason = 'turn' then s.judgment_id end as judgment_id,
        case when s.reason = 'turn' then s.target_version end as target_version, count(*) as rows
      from (
        select p.lane, p.judgment_id, p.target_version, ${reasonOf('n.paused')} as reason
        from pending p tablesample system ($1) join namespace n on n.id = p.namespace_id) s
      group by 1, 2, 3, 4),
    ranked as materialized (
      select judgment_id, target_version, rows, row_number() over (order by rows desc, hashtext(judgment_id)) as place
      from waiting where judgment_id is not null),
    others as materialized (
      select sum(rows) as rows, greatest(1, ceil(count(*) / ${lookedUp}.0)) as every from ranked where place > ${lookedUp}),
    asked as materialized (
      select w.rows * w.stand_for as rows, (
          select v.definition -> 'engine' ->> 'name'
          from (select id, active_version from judgment where id = w.judgment_id
                union all (select id, active_version from judgment where key = w.judgment_id and not archived limit 1)) j
          join judgment_version v on v.judgment_id = j.id and v.version = coalesce(nullif(w.target_version, 0), j.active_version)
          limit 1) as engine
      from (select r.judgment_id, r.target_version, r.rows, case when r.place <= ${lookedUp} then 1
                else o.rows / sum(r.rows) over (partition by r.place <= ${lookedUp}) end as stand_for
            from ranked r, others o where r.place <= ${lookedUp} or r.place % o.every = 0) w)
    select lane, reason, null as engine, sum(rows)::float8 as rows from waiting group by 1, 2
    union all
    select null, null, engine, sum(rows)::float8 from asked where engine is not null group by engine
    order by 1, 2, 3`,
};

/**
 * Counts what waits, by lane and reason, and of what is in turn by engine. Of a queue of more than 16 MiB it reads a sample and
 * estimates; engines of more than a thousand groups are estimated too.
 */
export async function countWaiting(db: Queryable): Promise<{ waiting: WaitingRows[]; claimable: ClaimableRows[] }> {
  const part = (await db.query<{ share: number }>(share)).rows[0].share;
  const { rows } = await db.query<(WaitingRows & { engine: null }) | ClaimableRows>(count, [100 * part]);
  const whole = rows.map((row) => ({ ...row, rows: Math.round(row.rows / part) }));
  return {
    waiting: whole.flatMap((row) =>
      row.engine === null ? [{ lane: row.lane, reason: row.reason, rows: row.rows }] : [],
    ),
    claimable: whole.flatMap((row) => (row.engine === null ? [] : [{ engine: row.engine, rows: row.rows }])),
  };
}

/** Namespaces in which nothing is judged, since their budget is spent. */
export async function countPaused(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ paused: number }>(`select count(*)::int as paused from namespace where paused`);
  return rows[0].paused;
}

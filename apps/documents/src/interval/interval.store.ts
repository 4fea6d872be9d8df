import { SqlScope, filterSql } from '@app/filter';
import { Database, Tx } from '@app/persistence';
import { sqlEnvOf } from '../answer/sql-env';
import { InForce } from '../snapshot/in-force';
import { JudgmentInForce } from '../snapshot/known-judgment';

/** A sweep that was claimed: of one judgment in one namespace. */
export interface Sweep {
  namespace_id: string;
  organization: string;
  namespace: string;
  judgment_id: string;
  paused: boolean;
  deleting: boolean;
  swept_to: Date;
  /** Up to when the walk under way goes; null between two. */
  target: Date | null;
  cursor: string;
  now: Date;
}

const leaseS = 60;
/** Documents that one transaction looks at. */
const page = 1000;

/** Namespaces where a judgment with an interval may be in force and that have no sweep yet begin one now. */
export async function discoverSweeps(database: Database): Promise<void> {
  await database.query(
    `insert into interval_sweep (namespace_id, judgment_id, swept_to, next_at)
     select n.id, c.judgment_id, date_trunc('milliseconds', app.now()), app.now()
     from judgment_column c join namespace n on n.organization = c.organization and not n.deleting
       and (n.name = c.scope or (right(c.scope, 2) = '/*' and starts_with(n.name, left(c.scope, -1))))
     where c.body ->> 'policy' = 'interval' and not c.archived
       and not exists (select from interval_sweep s where s.namespace_id = n.id and s.judgment_id = c.judgment_id)
     on conflict do nothing`,
  );
}

/** Sweeps of namespaces that are gone, and of judgments that have no interval anywhere any more. */
export async function forgetSweeps(database: Database): Promise<void> {
  await database.query(
    `delete from interval_sweep s where not exists (select from namespace n where n.id = s.namespace_id)
       or not exists (select from namespace n join judgment_column c on c.organization = n.organization
         where n.id = s.namespace_id and c.judgment_id = s.judgment_id and c.body ->> 'policy' = 'interval'
           and not c.archived)`,
  );
}

export async function claimSweep(database: Database): Promise<Sweep | null> {
  const { rows } = await database.query<Sweep>(
    `with next as (
       select ctid from interval_sweep where next_at <= app.now() and (lease_until is null or lease_until < app.now())
       order by next_at limit 1 for update skip locked
     ), taken as (
       update interval_sweep s set lease_until = app.now() + interval '${leaseS} seconds' from next where s.ctid = next.ctid
       returning s.*
     ) select t.*, n.organization, n.name as namespace, n.paused, n.deleting, app.now() as now
       from taken t join namespace n on n.id = t.namespace_id`,
  );
  return rows[0] ?? null;
}

/** Looks again after a while, having done nothing; `anew` forgets what was due until now. */
export async function postponeSweep(database: Database, sweep: Sweep, ms: number, anew: boolean): Promise<void> {
  await database.query(
    `update interval_sweep set next_at = app.now() + $3::float8 * interval '1 ms', lease_until = null,
       swept_to = case when $4 then date_trunc('milliseconds', app.now()) else swept_to end
     where namespace_id = $1 and judgment_id = $2`,
    [sweep.namespace_id, sweep.judgment_id, ms, anew],
  );
}

/** Moves a walk in the transaction of its touches. @returns false when another has moved it */
export async function moveSweep(
  tx: Tx,
  sweep: Sweep,
  to: { sweptTo: Date; target: Date | null; cursor: string; nextInMs: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update interval_sweep set swept_to = $4, target = $5, cursor = $6, lease_until = null,
       next_at = app.now() + $7::float8 * interval '1 ms'
     where namespace_id = $1 and judgment_id = $2 and cursor = $3 and swept_to = $8`,
    [
      ...[sweep.namespace_id, sweep.judgment_id, sweep.cursor],
      ...[to.sweptTo, to.target, to.cursor, to.nextInMs, sweep.swept_to],
    ],
  );
  return rowCount === 1;
}

export interface DuePage {
  ids: string[];
  /** The last id that was looked at; null when there are no more. */
  last: string | null;
}

/**
 * The next documents in key order whose moment lies in (swept_to, target]. Each has one in every interval, at a place
 * that the hash of its id and the judgment gives.
 */
export async function findDue(
  database: Database,
  sweep: Sweep & { target: Date },
  inForce: InForce,
  judgment: JudgmentInForce,
): Promise<DuePage> {
  const scope = new SqlScope(sqlEnvOf(inForce, sweep.namespace_id, sweep.paused, 1, 'document'));
  const interval = `${scope.param(judgment.intervalMs)}::bigint`;
  const hash = `(hashtextextended(id || ${scope.param(judgment.judgmentId)}::text, 0) & 9223372036854775807)`;
  const [from, to] = [sweep.swept_to, sweep.target].map((at) => `${scope.param(at.getTime())}::bigint`);
  const namespace = scope.namespaceParam();
  const [after, limit] = [`${scope.param(sweep.cursor)}::text`, `${scope.param(page)}::int`];
  const applies = judgment.appliesToFilter ? filterSql(judgment.appliesToFilter, scope) : 'true';
  const { rows } = await database.query<{ due: string[] | null; looked: string; last: string | null }>(
    `with page as materialized (
       select id, ${hash} % ${interval} as place from document where namespace_id = ${namespace} and id > ${after}
       order by id limit ${limit}
     ), due as (
       select id from page where (${to} - place) / ${interval} > (${from} - place) / ${interval}
     )
     select (select json_agg(d.id order by d.id) from due p join document d on d.namespace_id = ${namespace} and d.id = p.id
         ${scope.joins()} where ${applies}) as due,
       (select count(*) from page) as looked, (select max(id) from page) as last`,
    scope.params,
  );
  const [{ due, looked, last }] = rows;
  return { ids: due ?? [], last: Number(looked) < page ? null : last };
}

export interface TouchedAnswer {
  document_id: string;
  wanted: string;
}

/** Documents locked in key order like everyone's, then their answers: made where there are none, wanted again elsewhere. */
export async function touchDue(tx: Tx, sweep: Sweep, ids: readonly string[]): Promise<TouchedAnswer[]> {
  await tx.query('select from document where namespace_id = $1 and id = any($2::text[]) order by id for update', [
    sweep.namespace_id,
    ids,
  ]);
  const { rows } = await tx.query<TouchedAnswer>(
    `insert into answer as a (namespace_id, document_id, judgment_id, wanted, wanted_at, touched_at, cause)
     select d.namespace_id, d.id, $2, d.version, app.now(), app.now(), 'interval'
     from document d where d.namespace_id = $1 and d.id = any($3::text[]) order by d.id
     on conflict (namespace_id, document_id, judgment_id) do update set touched_at = excluded.touched_at,
       wanted = case when a.wanted > a.seen then a.wanted else nextval('document_version') end,
       wanted_at = case when a.wanted > a.seen then a.wanted_at else excluded.wanted_at end,
       cause = case when a.wanted > a.seen then a.cause else 'interval' end
     returning document_id, wanted`,
    [sweep.namespace_id, sweep.judgment_id, ids],
  );
  return rows;
}

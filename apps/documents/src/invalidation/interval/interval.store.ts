import { SqlScope, filterSql } from '@app/filter';
import { Database, LeasedCursor, LeasedRow, Tx } from '@app/persistence';
import { sqlEnvOf } from '../../answer/sql-env';
import { InForce, JudgmentInForce } from '../../namespace/snapshot/in-force';

/** A claimed sweep: of one judgment in one namespace. */
export interface Sweep extends LeasedRow {
  namespace_id: string;
  organization: string;
  namespace: string;
  judgment_id: string;
  paused: boolean;
  deleting: boolean;
  swept_to: Date;
  /** The moment up to which the walk under way goes; null between two walks. */
  target: Date | null;
  cursor: string;
  /** When the sweep is due again. */
  next_at: Date;
  /** When the sweep was claimed. */
  now: Date;
}

/** Claims take the sweep that has been due longest. */
export const intervalSweeps = new LeasedCursor<
  Sweep,
  'namespace_id' | 'judgment_id',
  'swept_to' | 'target' | 'cursor' | 'next_at'
>({
  name: 'interval_sweep',
  key: ['namespace_id', 'judgment_id'],
  cursor: ['swept_to', 'target', 'cursor', 'next_at'],
  order: 'next_at',
  open: 'next_at <= app.now()',
  read: `select c.*, n.organization, n.name as namespace, n.paused, n.deleting, app.now() as now
    from claimed c join namespace n on n.id = c.namespace_id`,
});

/** Documents of one transaction. */
const page = 1000;

/** Adds the missing sweeps: one for each namespace and each judgment with an interval that may be in force there. */
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

/** Deletes the sweeps of deleted namespaces, and of judgments that have no interval any more. */
export async function forgetSweeps(database: Database): Promise<void> {
  await database.query(
    `delete from interval_sweep s where not exists (select from namespace n where n.id = s.namespace_id)
       or not exists (select from namespace n join judgment_column c on c.organization = n.organization
         where n.id = s.namespace_id and c.judgment_id = s.judgment_id and c.body ->> 'policy' = 'interval'
           and not c.archived)`,
  );
}

export interface DuePage {
  ids: string[];
  /** The last id of the page; null when no document comes after it. */
  last: string | null;
}

/**
 * The next documents in key order whose moment lies in (swept_to, target]. Each document has one moment in every
 * interval; the hash of its id and the judgment says where.
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

/** An invalidated answer; `wanted` is its new wanted version. */
export interface InvalidatedAnswer {
  document_id: string;
  wanted: string;
}

/** Locks the documents in key order, as every writer does, and invalidates their answers; adds rows that are missing. */
export async function invalidateDue(tx: Tx, sweep: Sweep, ids: readonly string[]): Promise<InvalidatedAnswer[]> {
  await tx.query('select from document where namespace_id = $1 and id = any($2::text[]) order by id for update', [
    sweep.namespace_id,
    ids,
  ]);
  const { rows } = await tx.query<InvalidatedAnswer>(
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

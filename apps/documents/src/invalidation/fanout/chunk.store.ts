import type { FanoutScope } from '@app/definition';
import { SqlScope, filterSql } from '@app/filter';
import { Tx } from '@app/persistence';
import { invalidatedSql } from '../../answer/invalidated-sql';
import { sqlEnvOf } from '../../answer/sql-env';
import { InForce, scopeFilter } from '../../namespace/snapshot/in-force';
import { FanoutRow, chunkSize, pageSql } from './fanout.store';

/** Documents that a walk passes. */
export interface WalkedPage {
  walk: FanoutRow;
  /** Ids in key order; empty for a walk that is at its end. */
  ids: string[];
}

/** The next documents of walks of one namespace. */
export interface Chunk {
  pages: WalkedPage[];
  /** The walks that have no documents after the chunk. */
  ended: FanoutRow[];
  /** The page at which the chunk is full; null when all walks have ended. */
  cut: WalkedPage | null;
  /** The walks of which the chunk holds nothing. */
  left: FanoutRow[];
}

/**
 * Locks the next documents of walks of one namespace in key order, as every writer does. The chunk is known before the
 * locks are waited for: a document that somebody deletes meanwhile ends no walk.
 */
export async function readNextChunk(tx: Tx, walks: readonly FanoutRow[]): Promise<Chunk> {
  if (walks.length === 0) return { pages: [], ended: [], cut: null, left: [] };
  const columns = [walks.map(({ mine }) => mine), walks.map(({ key }) => key), walks.map(({ cursor }) => cursor)];
  const { rows } = await tx.query<{ place: string; id: string }>(
    `with page as materialized (
       select w.place, k.document_id as id
       from unnest($2::text[], $3::bytea[], $4::text[]) with ordinality w(mine, key, cursor, place)
         cross join lateral (${pageSql('$1::bigint', 'w')}) k
       order by w.place, k.document_id limit ${chunkSize}
     ), locked as materialized (
       select d.id from document d where d.namespace_id = $1 and d.id = any(array(select id from page)) order by d.id for update
     )
     select p.place, p.id from page p, (select count(*) from locked) l order by p.place, p.id`,
    [walks[0].namespace_id, ...columns],
  );
  const pages = walks.map((walk): WalkedPage => ({ walk, ids: [] }));
  for (const { place, id } of rows) pages[Number(place) - 1].ids.push(id);
  const end = rows.length < chunkSize ? walks.length : Number(rows[rows.length - 1].place) - 1;
  return {
    pages: pages.filter(({ ids }) => ids.length > 0),
    ended: walks.slice(0, end),
    cut: pages[end] ?? null,
    left: walks.slice(end + 1),
  };
}

export interface InvalidatedAnswer {
  document_id: string;
  wanted: string;
}

/** What a chunk did with the answers of a judgment. */
export interface PassedAnswers {
  /** In the order of their documents. */
  invalidated: InvalidatedAnswer[];
  /** Whether some stay as they are because their documents lie outside of the scope. */
  leftOut: boolean;
}

/**
 * Invalidates the answers of a judgment that exist, in scope, and were not judged after the round already. The answers are
 * found by document and changed by their place: where Postgres has no statistics, or old ones, an update that joins
 * them reads all answers of the judgment for each chunk. The locks of the documents keep answers in their places.
 * @param pages of walks of the judgment
 */
export async function invalidateAnswers(
  tx: Tx,
  pages: readonly WalkedPage[],
  inForce: InForce,
  within: FanoutScope | undefined,
): Promise<PassedAnswers> {
  const [{ namespace_id: namespaceId, judgment_id: judgmentId }] = pages.map(({ walk }) => walk);
  const passed = pages.flatMap(({ walk: { round, spared }, ids }) => ids.map((id) => ({ id, round, spared })));
  const scope = new SqlScope(sqlEnvOf(inForce, namespaceId, false, 1, 'document'));
  const judgment = `${scope.param(judgmentId)}::text`;
  const ids = `${scope.param(passed.map(({ id }) => id))}::text[]`;
  const rounds = `${scope.param(passed.map(({ round }) => round))}::bigint[]`;
  const spared = `${scope.param(passed.map((one) => one.spared))}::text[]`;
  const filter = scopeFilter(within);
  const inScope = filter === null ? 'true' : `(${filterSql(filter, scope)}) is true`;
  // The index by number cannot serve the concatenation, so the primary key does.
  const answer = `select o.ctid as place, o.related_to from answer o
    where o.namespace_id = d.namespace_id and o.document_id = d.id and o.judgment_id || '' = ${judgment} offset 0`;
  const { rows } = await tx.query<InvalidatedAnswer | { document_id: null }>(
    `with passed as materialized (
       select f.place, ${inScope} as inside from unnest(${ids}, ${rounds}, ${spared}) x(id, round, spared)
         join document d on d.namespace_id = ${scope.namespaceParam()} and d.id = x.id ${scope.joins()}
         cross join lateral (${answer}) f
       where d.id is distinct from x.spared and f.related_to < x.round
     ), invalidated as (
       update answer a set ${invalidatedSql('fanout', `nextval('document_version')`, 'app.now()')}
       where a.ctid = any(array(select place from passed where inside))
       returning a.document_id, a.wanted
     )
     select document_id, wanted from invalidated
     union all select null, null where exists (select from passed where not inside)`,
    scope.params,
  );
  const invalidated = rows.filter((row): row is InvalidatedAnswer => row.document_id !== null);
  invalidated.sort((a, b) => (a.document_id < b.document_id ? -1 : 1));
  return { invalidated, leftOut: invalidated.length < rows.length };
}

import { SqlScope, conditions, filterSql } from '@app/filter';
import type { Filter } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { sqlEnvOf } from '../../answer/sql-env';
import { NamespaceInForce } from '../../namespace/snapshot/in-force';
import { CompiledSubscription } from '../lookup/compiled-subscription';
import { WalkCursor, WalkRow } from './walk.store';

export interface Candidates {
  /** Documents whose membership is not what the filter says now, or that time will move. */
  ids: string[];
  /** How many documents the statement looked at. */
  looked: number;
  /** The last that it looked at; null when there are no more. */
  cursor: WalkCursor | null;
}

type Source = Pick<WalkRow, 'judgment_id' | 'low' | 'high' | 'cursor'>;

/** One chunk of the documents that a walk goes over, as a statement of (document, number) in the order of its cursor. */
function sourceSql(
  scope: SqlScope,
  namespace: string,
  { judgment_id, low, high, cursor }: Source,
  limit: number,
): string {
  const document = `${scope.param(cursor?.document ?? '')}::text`;
  if (judgment_id === null) {
    return `select id as document, null::float8 as number from document
      where namespace_id = ${namespace} and id > ${document} order by id limit ${limit}`;
  }
  const of = `from answer where namespace_id = ${namespace} and judgment_id = ${scope.param(judgment_id)}`;
  if (low === null || high === null) {
    return `select document_id as document, null::float8 as number ${of} and document_id > ${document}
      order by document_id limit ${limit}`;
  }
  const after = `(number, document_id) > (${scope.param(cursor?.number ?? -Infinity)}::float8, ${document})`;
  const bounds = `number between ${scope.param(low)}::float8 and ${scope.param(high)}::float8`;
  return `select document_id as document, number ${of} and ${bounds} and ${after} order by number, document_id limit ${limit}`;
}

const dayMs = 86_400_000;

/** Holds for documents with an instant that a window of the filter will reach or leave. */
function timedFilter(filter: Filter, nowMs: number): Filter {
  const of = conditions(filter).flatMap(({ path, tests }) =>
    tests.flatMap((test): Filter[] => {
      if (test.op !== 'within') return [];
      const isText = path.root === 'attributes' || path.root === 'state';
      const since = new Date(Math.max(nowMs - test.ms - (isText ? dayMs : 0), 0)).toISOString();
      // An offset moves a text by less than a day, and all spellings of a day begin in the same way.
      const value = isText ? since.slice(0, 10) : since;
      return [{ kind: 'where', path, tests: [{ op: 'gte', value }] }];
    }),
  );
  return { kind: 'any', of };
}

/** Evaluates one chunk of documents against the filter, in one statement and without a lock. */
export async function findCandidates(
  from: Queryable,
  { namespaceId, inForce }: NamespaceInForce,
  subscription: CompiledSubscription,
  source: Source,
  { paused, nowMs, limit }: { paused: boolean; nowMs: number; limit: number },
): Promise<Candidates> {
  const scope = new SqlScope(sqlEnvOf(inForce, namespaceId, paused, 1, 'document'));
  const namespace = scope.namespaceParam();
  const where = filterSql(subscription.filter, scope);
  const timed = subscription.timed ? filterSql(timedFilter(subscription.filter, nowMs), scope) : 'false';
  const page = sourceSql(scope, namespace, source, limit);
  const { rows } = await from.query<{ ids: string[] | null; looked: string; document: string | null; number: number }>(
    `with page as materialized (${page}), evaluated as (
       select d.id, ((${where}) is true) <> coalesce(m.matching, false) or ((${timed}) is true) as moved
       from page p join document d on d.namespace_id = ${namespace} and d.id = p.document
         left join membership m on m.namespace_id = ${namespace}
           and m.subscription_id = ${scope.param(subscription.id)}::bigint and m.document_id = d.id
         ${scope.joins()}
     )
     select (select array_agg(id order by id) from evaluated where moved) as ids, (select count(*) from page) as looked, l.*
     from (values (1)) one left join (
       select document, number from page order by number desc nulls last, document desc limit 1) l on true`,
    scope.params,
  );
  const [{ ids, looked, document, number }] = rows;
  const isLast = Number(looked) < limit || document === null;
  return { ids: ids ?? [], looked: Number(looked), cursor: isLast ? null : { document, number } };
}

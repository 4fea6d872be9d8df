import type { FetchDocuments } from '@app/contracts/documents';
import { SqlScope } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { sqlEnvOf } from '../../answer/sql-env';
import { InForce, isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { countsSql } from './upstream-answers';

/** A document and an answer about it that is about to be judged. */
type WantedAnswer = Record<'document_id' | 'judgment_id', string>;

/**
 * The readers of a fetch, by document, that read an answer about the document itself which is about to be judged by itself:
 * judged after it, they are asked once. Nobody judges an answer of a judgment that does not apply to the document.
 */
export async function readUnsettledDependents(
  from: Queryable,
  namespaceId: string,
  { read = {} }: Pick<FetchDocuments, 'read'>,
  inForce: InForce,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const readers = Object.entries(read).flatMap(([reader, { awaits = [] }]) =>
    awaits.map((name) => ({ reader, upstream: inForce.byName.get(name) })),
  );
  const automatic = readers.flatMap(({ reader, upstream }) =>
    upstream && isJudgedOnChange(upstream) ? [{ reader, upstream, id: upstream.judgmentId }] : [],
  );
  if (automatic.length === 0) return new Map();
  const scope = new SqlScope(sqlEnvOf(inForce, namespaceId, false, 4, 'document'));
  const upstreams = [...new Set(automatic.map(({ upstream }) => upstream))];
  const { rows } = await from.query<WantedAnswer>(
    `select a.document_id, a.judgment_id from answer a
       join document d on d.namespace_id = a.namespace_id and d.id = a.document_id
     where a.namespace_id = $1 and a.document_id = any($2::text[]) and a.judgment_id = any($3::text[]) and a.wanted > a.seen
       ${countsSql(upstreams, 'a', scope)}`,
    [namespaceId, ids, upstreams.map(({ judgmentId }) => judgmentId), ...scope.params],
  );
  const unsettled = new Map<string, string[]>();
  for (const { document_id: document, judgment_id: wanted } of rows) {
    const waiting = automatic.filter(({ id }) => id === wanted).map(({ reader }) => reader);
    unsettled.set(document, [...new Set([...(unsettled.get(document) ?? []), ...waiting])]);
  }
  return unsettled;
}

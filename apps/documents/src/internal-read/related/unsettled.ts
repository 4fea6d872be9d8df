import type { FetchDocuments } from '@app/contracts/documents';
import type { Queryable } from '@app/persistence';
import { InForce, isJudgedOnChange } from '../../namespace/snapshot/in-force';

/** A document and an answer about it that is about to be judged. */
type WantedAnswer = Record<'document_id' | 'judgment_id', string>;

/**
 * The readers of a fetch, by document, that read an answer about the document itself which is about to be judged by itself:
 * judged after it, they are asked once.
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
    upstream && isJudgedOnChange(upstream) ? [{ reader, id: upstream.judgmentId }] : [],
  );
  if (automatic.length === 0) return new Map();
  const { rows } = await from.query<WantedAnswer>(
    `select document_id, judgment_id from answer
     where namespace_id = $1 and document_id = any($2::text[]) and judgment_id = any($3::text[]) and wanted > seen`,
    [namespaceId, ids, [...new Set(automatic.map(({ id }) => id))]],
  );
  const unsettled = new Map<string, string[]>();
  for (const { document_id: document, judgment_id: wanted } of rows) {
    const waiting = automatic.filter(({ id }) => id === wanted).map(({ reader }) => reader);
    unsettled.set(document, [...new Set([...(unsettled.get(document) ?? []), ...waiting])]);
  }
  return unsettled;
}

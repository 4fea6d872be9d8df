import type { Queryable } from '@app/persistence';

/** Ids of a namespace, of those given, that have no document. @param ids at most 1,000 */
export async function readAbsentIds(db: Queryable, namespaceId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    {
      name: 'document-present',
      text: 'select id from document where namespace_id = $1 and id = any($2::text[])',
    },
    [namespaceId, ids],
  );
  const present = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !present.has(id));
}

import type { Queryable } from '@app/persistence';

/** Stored bytes of documents that background work reads at once. A larger document is read alone. */
export const chunkBytes = 8 * 1024 * 1024;

/**
 * SQL of the ids of the first documents that make one chunk.
 * @param found SQL with the columns `id` and `bytes`
 */
export function firstChunkSql(found: string): string {
  return `select id from (
      select id, sum(bytes) over (order by id rows unbounded preceding) - bytes as before from (${found}) f) d
    where before < ${chunkBytes} order by id`;
}

/** Divides documents into groups that are read one after the other. Absent ones stay in: they take no bytes. */
export async function readChunksByBytes(
  from: Queryable,
  namespaceId: string,
  ids: readonly string[],
): Promise<(readonly string[])[]> {
  if (ids.length <= 1) return [ids];
  const { rows } = await from.query<{ id: string; bytes: number }>(
    {
      name: 'documents-bytes',
      text: 'select id, bytes from document where namespace_id = $1 and id = any($2::text[])',
    },
    [namespaceId, ids],
  );
  const bytes = new Map(rows.map((row) => [row.id, row.bytes]));
  return groupsOf(ids, (id) => bytes.get(id) ?? 0);
}

/** Groups in the given order; each stays below a chunk's bytes or has one element. */
export function groupsOf<T>(items: readonly T[], bytesOf: (item: T) => number): T[][] {
  const groups: T[][] = [];
  let sum = Infinity;
  for (const item of items) {
    const bytes = bytesOf(item);
    sum += bytes;
    if (sum > chunkBytes) {
      groups.push([]);
      sum = bytes;
    }
    groups[groups.length - 1].push(item);
  }
  return groups;
}

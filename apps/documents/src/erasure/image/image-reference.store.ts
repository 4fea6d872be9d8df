import type { NamespaceRef } from '@app/contracts';
import type { JsonObject } from '@app/json';
import type { Queryable, Tx } from '@app/persistence';
import { firstChunkSql } from '../../document/chunk-bytes';

/** An erased image that documents may still name. */
export interface ErasedImage extends NamespaceRef {
  namespaceId: string;
  id: string;
  erasedAt: Date;
}

/** A namespace that is being deleted takes its documents and images with it. */
const select = `
  select n.organization, n.name as namespace, i.namespace_id as "namespaceId", i.id, i.erased_at as "erasedAt"
  from image i join namespace n on n.id = i.namespace_id
  where i.erased_at is not null and i.detached_at is null and not n.deleting`;

/** The image that was erased first. */
export async function readNextErased(from: Queryable): Promise<ErasedImage | null> {
  const { rows } = await from.query<ErasedImage>(`${select} order by i.erased_at limit 1`);
  return rows[0] ?? null;
}

export async function findErased(
  from: Queryable,
  { organization, namespace }: NamespaceRef,
  id: string,
): Promise<ErasedImage | null> {
  const text = `${select} and n.organization = $1 and n.name = $2 and i.id = $3`;
  const { rows } = await from.query<ErasedImage>(text, [organization, namespace, id]);
  return rows[0] ?? null;
}

const naming = `d.namespace_id = $1 and d.images <> '{}' and jsonb_path_query_array(d.images, '$.*') @> to_jsonb(array[$2::text])`;

/** Ids of the first documents that name the image, one chunk at most; found by index and without a lock. */
export async function readDocumentsNaming(
  from: Queryable,
  { namespaceId, id }: ErasedImage,
  limit: number,
): Promise<string[]> {
  const { rows } = await from.query<{ id: string }>(
    firstChunkSql(`select d.id, d.bytes from document d where ${naming} order by d.id limit $3`),
    [namespaceId, id, limit],
  );
  return rows.map((row) => row.id);
}

/** All images of those locked documents that still name the image. */
export async function readImagesOf(
  tx: Tx,
  { namespaceId, id }: ErasedImage,
  documents: readonly string[],
): Promise<{ id: string; images: JsonObject }[]> {
  const { rows } = await tx.query<{ id: string; images: JsonObject }>(
    `select d.id, d.images from document d where ${naming} and d.id = any($3::text[])`,
    [namespaceId, id, documents],
  );
  return rows;
}

/** Records that no document names the image, unless it was uploaded again meanwhile. */
export async function markUnreferenced(to: Queryable, { namespaceId, id }: ErasedImage): Promise<void> {
  await to.query(
    'update image set detached_at = app.now() where namespace_id = $1 and id = $2 and erased_at is not null',
    [namespaceId, id],
  );
}

import type { Tx } from '@app/persistence';

/** A context that the transaction has recorded. */
export interface RecordedContext {
  namespaceId: string;
  document: string;
  hash: string;
  images: readonly string[];
  /** When its document was read, or earlier, by the database's clock. */
  readAtMs: number;
}

/**
 * Empties the contexts of this transaction whose image was erased after their document was read: the ask was in flight
 * meanwhile. Holds off erasures of images in these namespaces until the transaction ends. So each erasure is either
 * known here, or finds these contexts itself.
 */
export async function emptyErased(tx: Tx, contexts: readonly RecordedContext[]): Promise<void> {
  const withImages = contexts.filter(({ images }) => images.length > 0);
  if (withImages.length === 0) return;
  for (const id of [...new Set(withImages.map(({ namespaceId }) => namespaceId))].sort()) {
    await tx.query(`select pg_advisory_xact_lock_shared(hashtextextended($1 || ' pictures', 0))`, [id]);
  }
  await tx.query(
    `update context c set text = '', tokens = 0, image_erased = true
     from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) as k(ns, doc, hash, read_at)
     where c.namespace_id = k.ns and c.document_id = k.doc and c.hash = k.hash and not c.image_erased
       and exists (select from erased_image e where e.namespace_id = k.ns and e.image = any(c.images) and e.erased_at >= k.read_at)`,
    [
      withImages.map(({ namespaceId }) => namespaceId),
      withImages.map(({ document }) => document),
      withImages.map(({ hash }) => hash),
      withImages.map(({ readAtMs }) => new Date(readAtMs)),
    ],
  );
}

import { Tx } from '@app/persistence';

/** A context that was just recorded. */
export interface WithPictures {
  namespaceId: string;
  document: string;
  hash: string;
  images: readonly string[];
  /** When its document was read, or earlier. */
  readAtMs: number;
}

/**
 * Empties, of contexts recorded in this transaction, those of which a picture was erased since they were read: the ask
 * was in flight meanwhile. Holds off erasures of their namespaces until the transaction ends, so that each erasure either
 * is known here or finds these contexts.
 */
export async function emptyErased(tx: Tx, contexts: readonly WithPictures[]): Promise<void> {
  const pictured = contexts.filter(({ images }) => images.length > 0);
  if (pictured.length === 0) return;
  for (const id of [...new Set(pictured.map(({ namespaceId }) => namespaceId))].sort()) {
    await tx.query(`select pg_advisory_xact_lock_shared(hashtextextended($1 || ' pictures', 0))`, [id]);
  }
  await tx.query(
    `update context c set text = '', tokens = 0, image_erased = true
     from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) as k(ns, doc, hash, read_at)
     where c.namespace_id = k.ns and c.document_id = k.doc and c.hash = k.hash and not c.image_erased
       and exists (select from erased_image e where e.namespace_id = k.ns and e.image = any(c.images) and e.erased_at >= k.read_at)`,
    [
      pictured.map(({ namespaceId }) => namespaceId),
      pictured.map(({ document }) => document),
      pictured.map(({ hash }) => hash),
      pictured.map(({ readAtMs }) => new Date(readAtMs)),
    ],
  );
}

import { NamespaceRef } from '@app/contracts';
import { Named, Queryable } from '@app/persistence';

/** Labels of a deleted document stay, with a mark and without its attributes. Its windows close without an outcome, and the queue drops its items. */
const markDeleted: Named = {
  name: 'erasure-documents',
  text: `
    with gone as (
      select * from unnest($3::text[], $4::bigint[]) as t(document, version)
    ), windows as (
      delete from open_window w using gone t where w.organization = $1 and w.namespace = $2 and w.document = t.document
        and w.document_version <= t.version
    ), items as (
      delete from queue_item q using gone t where q.organization = $1 and q.namespace = $2 and q.document = t.document
        and q.document_version <= t.version
    )
    update outcome o set document_deleted = true, attributes = null, waits = false, checked = true, changed_at = app.now()
    from gone t
    where o.organization = $1 and o.namespace = $2 and o.document = t.document and not o.document_deleted
      and coalesce(o.document_version, t.version) <= t.version`,
};

/** @param documents each with the version of its deletion; rows of a later version stay */
export async function markDocumentsDeleted(
  to: Queryable,
  { organization, namespace }: NamespaceRef,
  documents: { id: string; version: number }[],
): Promise<void> {
  const [ids, versions] = [documents.map(({ id }) => id), documents.map(({ version }) => version)];
  await to.query(markDeleted, [organization, namespace, ids, versions]);
}

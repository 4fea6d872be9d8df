import { NamespaceRef } from '@app/contracts';
import { Named, Queryable } from '@app/persistence';

/** Labels of a deleted document stay, with a mark. Its windows close without an outcome, and the queue drops its items. */
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
    update outcome o set document_deleted = true, waits = false, checked = true, changed_at = app.now()
    from gone t
    where o.organization = $1 and o.namespace = $2 and o.document = t.document and not o.document_deleted
      and coalesce(o.document_version, t.version) <= t.version`,
};

/**
 * Fits of the namespace's own judgments and of its detached copies, with their samples. A template's fits stay: they also
 * stand on other namespaces.
 */
const eraseFits: Named = {
  name: 'erasure-fits',
  text: `
    delete from fit where organization = $1 and (scope = $2 or scope = '' and judgment_id in (
      select judgment_id from judgment where organization = $1 and scope = $2 and kind = 'judgment' and copied is null))`,
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

/** Deletes everything that calibration keeps of a namespace. */
export async function eraseNamespace(to: Queryable, { organization, namespace }: NamespaceRef): Promise<void> {
  const values = [organization, namespace];
  for (const table of ['outcome', 'open_window', 'queue_item']) {
    await to.query(`delete from ${table} where organization = $1 and namespace = $2`, values);
  }
  await to.query(eraseFits, values);
  await to.query('delete from judgment where organization = $1 and scope = $2', values);
}

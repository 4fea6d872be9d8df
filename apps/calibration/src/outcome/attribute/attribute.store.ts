import type { NamespaceRef } from '@app/contracts';
import type { DocumentAttributes } from '@app/contracts/documents';
import { Named, Queryable } from '@app/persistence';

/** A label whose document's attributes were not read yet. */
export interface UnreadLabel extends NamespaceRef {
  id: string;
  judgment_id: string;
  document: string;
}

const unread: Named = {
  name: 'attribute-unread',
  text: `select id, organization, namespace, judgment_id, document from outcome
         where not attributes_asked and answer_id is not null order by created_at limit $1`,
};

/**
 * A label that is deleted meanwhile has no row any more. Of a document that is deleted meanwhile nothing is kept: the mark and
 * this statement lock the same row, so that the later of the two sees the other.
 */
const keep: Named = {
  name: 'attribute-keep',
  text: `
    with read as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) as t(organization, judgment_id, id, attributes)
    ), held as (
      select o.organization, o.judgment_id, o.id from outcome o join read using (organization, judgment_id, id)
      order by 1, 2, 3 for update of o
    )
    update outcome o set attributes_asked = true, attributes = case when o.document_deleted then null else r.attributes end
    from held h join read r using (organization, judgment_id, id)
    where (o.organization, o.judgment_id, o.id) = (h.organization, h.judgment_id, h.id)`,
};

/** Selects a label that waits for its attributes. */
export const unreadLabels = 'select from outcome where not attributes_asked and answer_id is not null';

/** Bound labels whose attributes were not read yet, oldest first. */
export async function readUnread(from: Queryable, limit: number): Promise<UnreadLabel[]> {
  return (await from.query<UnreadLabel>(unread, [limit])).rows;
}

/**
 * Keeps the attributes of labels that are still there.
 * @param found by document, of those that exist; a label of another one keeps none
 */
export async function keepAttributes(
  to: Queryable,
  labels: readonly UnreadLabel[],
  found: ReadonlyMap<string, DocumentAttributes['attributes']>,
): Promise<void> {
  await to.query(keep, [
    labels.map(({ organization }) => organization),
    labels.map(({ judgment_id }) => judgment_id),
    labels.map(({ id }) => id),
    labels.map(({ document }) => {
      const attributes = found.get(document);
      return attributes === undefined ? null : JSON.stringify(attributes);
    }),
  ]);
}

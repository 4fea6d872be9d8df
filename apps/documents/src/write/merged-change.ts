import { AttributeRow } from '../document/attribute-rows';
import { RelatedChanges } from '../invalidation/relation/related-change';
import { Change, InvalidatedSets } from './change';

/**
 * Changes of different documents as one change, in their order.
 * @param changes none with a document that is only checked: those would have to stand behind all that change
 */
export function mergedChange(changes: readonly Change[]): Change {
  const sets = new InvalidatedSets();
  const related = new RelatedChanges();
  const merged: Change = {
    documents: [],
    changed: 0,
    invalidated: sets.all,
    attributes: { added: [], removed: [] },
    links: { added: [], removed: [] },
    related: [],
    dirty: [],
    growth: { documents: 0, bytes: 0 },
  };
  for (const { documents, changed, invalidated, attributes, links, growth, ...rest } of changes) {
    const offset = merged.documents.length;
    const moved = <R extends Pick<AttributeRow, 'document'>>(row: R): R => ({
      ...row,
      document: row.document + offset,
    });
    const indexes = invalidated.map((set) => sets.indexOf(set));
    for (const document of documents) {
      const own = document.invalidated;
      merged.documents.push(own === null ? document : { ...document, invalidated: indexes[own] });
    }
    merged.changed += changed;
    merged.attributes.added.push(...attributes.added.map(moved));
    merged.attributes.removed.push(...attributes.removed.map(moved));
    merged.links.added.push(...links.added.map(moved));
    merged.links.removed.push(...links.removed.map(moved));
    related.add(rest.related);
    merged.dirty.push(...rest.dirty);
    merged.growth.documents += growth.documents;
    merged.growth.bytes += growth.bytes;
  }
  merged.related = related.all;
  return merged;
}

import type { FetchedDocument, RelatedItem } from '@app/contracts/documents';
import { Definition, relationClass } from '@app/definition';
import { Filter, matches, parseFilter } from '@app/filter';
import { PlacedRelation, subjectOf } from './place';

/** A document that is judged and also read beside another judged one. */
export interface JudgedToo {
  /** Name of the relation that reads it. */
  relation: string;
  document: string;
  /** The judged document that it is read beside. */
  beside: string;
}

/** The filter of the documents that a definition judges; null for all. */
export function appliesToOf({ applies_to: filter }: Definition): Filter | null {
  if (filter === undefined) return null;
  return parseFilter(filter, { pointer: '/applies_to', allow: { answers: false, within: false } });
}

/**
 * A related document that the definition judges as well. Documents that share a key are of one kind as a rule, so those of
 * blocks are no finding.
 * @param applies see `appliesToOf`
 * @param related with the paths of `applies_to`
 */
export function findJudgedToo(
  applies: Filter | null,
  { name, relation }: Pick<PlacedRelation, 'name' | 'relation'>,
  document: FetchedDocument,
  related: readonly RelatedItem[],
): JudgedToo | null {
  const kind = relationClass(relation.join);
  if (kind === 'self' || kind === 'block') return null;
  const others = related.filter(({ id }) => id !== document.id);
  const judged = others.find((item) => applies === null || matches(applies, subjectOf(item), 0));
  return judged ? { relation: name, document: judged.id, beside: document.id } : null;
}

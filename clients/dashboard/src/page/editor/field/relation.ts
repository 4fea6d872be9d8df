import type { Schema } from '@app/sdk/client';

export type RelationDraft = Schema<'RelationBody'>;
/** How documents are found: the one pointed at, those that point here, or those that share a key. */
export type Pair = 'pointer' | 'entity' | 'block';

export const pairs: readonly { pair: Pair; words: string }[] = [
  { pair: 'pointer', words: 'Add the document it points to' },
  { pair: 'entity', words: 'Add documents that point to it' },
  { pair: 'block', words: 'Add documents with the same key' },
];

/** The join of a pair. @param attribute such as `attributes.customer` */
export function joinOf(pair: Pair, attribute: string): RelationDraft['join'] {
  if (pair === 'pointer') return { theirs: 'id', mine: attribute };
  return pair === 'entity' ? { theirs: attribute, mine: 'id' } : { theirs: attribute, mine: attribute };
}

const names: Readonly<Record<Pair, string>> = { pointer: 'target', entity: 'children', block: 'same' };

/** A name for one more relation that no other has. */
export function newName(pair: Pair, taken: readonly string[]): string {
  const name = names[pair];
  for (let count = 1; ; count += 1) {
    const next = count === 1 ? name : `${name}_${count}`;
    if (!taken.includes(next)) return next;
  }
}

import type { Schema } from '@app/sdk/client';

export type RelationDraft = Schema<'RelationBody'>;
/** How documents are found: the one pointed at, those that point here, or those that share a key. */
export type Pair = 'pointer' | 'entity' | 'block';

export const pairs: readonly { pair: Pair; words: string }[] = [
  { pair: 'pointer', words: 'Add the one that it points at' },
  { pair: 'entity', words: 'Add those that point at it' },
  { pair: 'block', words: 'Add those with the same key' },
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

type Upstream = Schema<'UpstreamAnswerBody'>;

/**
 * Answers about related documents, one a line: `late: 0.3, 0.7` in bands, `late: cut 0.5` on one side of it, `topic: value`
 * as the option of a choice; `mood.normalized: 0.5` reads another number than the first.
 */
export function answersText(answers: readonly Upstream[]): string {
  return answers
    .map(({ judgment, field, bands = [], cut, value }) => {
      const shown = value === true ? 'value' : cut === undefined ? bands.join(', ') : `cut ${cut}`;
      return `${judgment}${field === undefined ? '' : `.${field}`}: ${shown}`;
    })
    .join('\n');
}

/** Reads what `answersText` prints. A line that is not whole yet is kept as far as it goes; the service says what is missing. */
export function answersIn(text: string): Upstream[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [subject = '', shown = ''] = line.split(':').map((part) => part.trim());
      const [judgment = '', field] = subject.split('.');
      const read = { judgment, ...(field !== undefined && { field: field as NonNullable<Upstream['field']> }) };
      if (shown === 'value') return { ...read, value: true };
      const [, cut] = /^cut\s+(\S+)$/.exec(shown) ?? [];
      if (cut !== undefined) return { ...read, cut: Number(cut) };
      const edges = shown.split(',').filter((edge) => edge.trim() !== '');
      return { ...read, bands: edges.map(Number) };
    });
}

import type { Alternative } from './alternative';

/**
 * The word that a token spells: without the spaces, quotes and marks that models put around it, in lower case. Tokenizers
 * write a leading space as U+2581 or U+0120.
 */
export function wordOf(token: string): string {
  return token
    .replace(/^[\s\u2581\u0120"'`*([{<]+/u, '')
    .replace(/[\s\u2581\u0120"'`*)\]}>.,:;!]+$/u, '')
    .toLowerCase();
}

/**
 * The probability of each label: the sum over all tokens that spell it.
 * @param labels the spellings of each label, in lower case
 */
export function massOf(alternatives: readonly Alternative[], labels: readonly (readonly string[])[]): number[] {
  const labelAt = new Map(labels.flatMap((spellings, place) => spellings.map((word) => [word, place] as const)));
  const masses = new Array<number>(labels.length).fill(0);
  for (const { token, p } of alternatives) {
    const place = labelAt.get(wordOf(token));
    if (place !== undefined) masses[place] += p;
  }
  return masses;
}

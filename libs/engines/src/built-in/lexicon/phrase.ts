import { stem } from '../word';

/** At most this many words stand where a pattern has `..`. */
const gapLength = 4;

/**
 * A phrase as a sequence of sets of stems. Written `would .. buy|order again`: a bar stands between words of which one must
 * come, `..` for up to four words of any kind.
 */
export interface Phrase {
  steps: readonly ReadonlySet<string>[];
  /** Number of words that may stand before each step. */
  gaps: readonly number[];
  /** The step by which the phrase is looked for: the one that is met least often. */
  anchor: number;
}

/** @param frequencyOf about how often a word stands in a text, in any unit: looking for a phrase at a frequent word costs time */
export function parsePhrase(pattern: string, frequencyOf: (word: string) => number): Phrase {
  const steps: Set<string>[] = [];
  const gaps: number[] = [];
  const costs: number[] = [];
  let gap = 0;
  for (const part of pattern.split(' ')) {
    if (part === '..') {
      gap = gapLength;
      continue;
    }
    const own = part.split('|');
    steps.push(new Set(own.map(stem)));
    costs.push(own.reduce((sum, word) => sum + frequencyOf(word), 0));
    gaps.push(gap);
    gap = 0;
  }
  return { steps, gaps, anchor: costs.indexOf(Math.min(...costs)) };
}

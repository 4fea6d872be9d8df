import type { Entry, Saying } from './lexicon/lexicon';

interface Found {
  saying: Saying;
  hasNegator: boolean;
}

export interface Phrases {
  /** Positions of the words of phrases. */
  covered: Set<number>;
  /** Phrases by the position of their last word. */
  ending: Map<number, Found[]>;
}

/**
 * The phrases that stand in a sentence.
 * @param anchored positions of the words with anchors
 * @returns null without a phrase
 */
export function findPhrases(line: readonly Entry[], anchored: readonly number[]): Phrases | null {
  let found: Phrases | null = null;
  for (const at of anchored) {
    const { anchors } = line[at];
    for (let one = 0; one < anchors.length; one += 1) {
      const positions = match(anchors[one], line, at);
      if (positions === null) continue;
      found ??= { covered: new Set(), ending: new Map() };
      const last = Math.max(...positions);
      const hasNegator = positions.some((position) => line[position].role === 'negator');
      for (const position of positions) found.covered.add(position);
      found.ending.set(last, [...(found.ending.get(last) ?? []), { saying: anchors[one], hasNegator }]);
    }
  }
  return found;
}

/** The positions of a phrase's words around the word that it is looked for at, or null. */
function match({ steps, gaps, anchor }: Saying, line: readonly Entry[], at: number): number[] | null {
  // Most attempts fail at the first step.
  let positions: number[] | undefined;
  for (let step = anchor - 1, from = at; step >= 0; step -= 1) {
    const least = Math.max(0, from - 1 - gaps[step + 1]);
    do from -= 1;
    while (from >= least && !steps[step].has(line[from].root));
    if (from < least) return null;
    (positions ??= [at]).push(from);
  }
  for (let step = anchor + 1, from = at; step < steps.length; step += 1) {
    const most = Math.min(line.length - 1, from + 1 + gaps[step]);
    do from += 1;
    while (from <= most && !steps[step].has(line[from].root));
    if (from > most) return null;
    (positions ??= [at]).push(from);
  }
  return positions ?? [at];
}

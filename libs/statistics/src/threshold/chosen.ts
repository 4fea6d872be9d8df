import { clopperPearsonLower, wilson, wilsonLower } from '../interval/proportion';
import { precisionAt, recallAt } from './candidates';
import type { Performance } from './performance';
import { CandidateViews } from './weighted';

/**
 * Confidence of the intervals of a threshold that the labels themselves chose. The choice goes where these labels are lucky: Wilson's
 * interval at 95 % covered 85 to 91 % where precision is flat, and at 99 % it covers 95 %.
 * @see docs/methods.md#thresholds, by simulation
 */
export const chosenConfidence = 0.99;

/** What the candidate at an index reaches; null flags nothing. */
export function performanceOf({ sums, precision, recall }: CandidateViews, at: number | null): Performance {
  const positives = sums.positives;
  if (at === null) {
    return {
      threshold: null,
      flagged: 0,
      precision: null,
      recall: positives === 0 ? null : shareOf(0, 0, recall.trials[0], wilsonLower),
    };
  }
  return {
    threshold: sums.threshold[at],
    flagged: sums.selected[at] / sums.n,
    // The bound of each is the one that decides whether it holds.
    precision: shareOf(precisionAt(sums, at), precision.truePositives[at], precision.selected[at], clopperPearsonLower),
    recall: positives === 0 ? null : shareOf(recallAt(sums, at), recall.hits[at], recall.trials[at], wilsonLower),
  };
}

function shareOf(value: number, hits: number, trials: number, lowerOf: (k: number, n: number) => number) {
  return { value, interval: wilson(hits, trials, chosenConfidence), lower: lowerOf(hits, trials) };
}

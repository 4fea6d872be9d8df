import { Problem } from '@app/problem';
import { Labels, classCounts } from '../label/labels';
import { labelsForPrecision, labelsForRecall } from './labels-needed';
import { Performance, performanceAt } from './performance';
import { costPick, pointPick, recallPick, recallScanPick, scanPick } from './pick';
import { candidateViews } from './weighted';

/** What the threshold is to achieve. */
export type Target =
  | { target: 'precision' | 'recall'; /** In (0, 1). */ atLeast: number }
  | { target: 'cost'; costFalsePositive: number; costFalseNegative: number };

export interface Recommendation extends Performance {
  /** True: the one-sided 95 % bound reaches the target. False: a point pick or none. Null: cost promises nothing. */
  holds: boolean | null;
  /** Labelled answers it stands on. */
  n: number;
  positives: number;
  /** Sum of costs over the labelled answers, in the prices' unit; null unless the target is cost. */
  cost: number | null;
  /** About how many labels a pick that holds would need; null when it holds, or when more labels of the kind would not do. */
  labelsNeeded: number | null;
}

/** Labels below which nothing is recommended. */
export const leastLabels = 30;

/**
 * Refuses labels that no threshold can be read from.
 * @throws Problem `insufficient_labels` below 30 labels or with one class; `details.labels_needed` is the least total
 */
export function assertEnoughLabels({ y }: Pick<Labels, 'y'>): void {
  const { n, positives, negatives } = classCounts(y);
  if (n >= leastLabels && positives > 0 && negatives > 0) return;
  throw new Problem(
    'insufficient_labels',
    `Post outcomes: ${leastLabels} with both kinds are needed, ${n} are there.`,
    {
      labels: n,
      labels_needed: Math.max(leastLabels, n + 1),
    },
  );
}

/**
 * The threshold that keeps a promise on these labels. Precision: the lowest whose one-sided 95 % Wilson bound reaches the
 * target; recall: the highest whose bound does; when none does, the point pick with `holds: false`. Cost: the least.
 * @throws Problem `insufficient_labels` below 30 labels or with one class
 * @see docs/methods.md#thresholds (a scan misses its target in at most 5 % of samples there)
 */
export function recommendThreshold(labels: Labels, target: Target): Recommendation {
  assertEnoughLabels(labels);
  const { sums, precision, recall } = candidateViews(labels);
  const { n, positives } = classCounts(labels.y);
  const at = (index: number | null) => performanceAt(labels, index === null ? null : sums.threshold[index]);
  const rest = { n, positives, cost: null, labelsNeeded: null };
  if (target.target === 'cost') {
    const { at: index, cost } = costPick(sums, target.costFalsePositive, target.costFalseNegative);
    return { ...at(index), ...rest, holds: null, cost };
  }
  const isPrecision = target.target === 'precision';
  const candidates = isPrecision ? precision : recall;
  const held = (isPrecision ? scanPick : recallScanPick)(candidates, target.atLeast);
  if (held !== null) return { ...at(held), ...rest, holds: true };
  const point = (isPrecision ? pointPick : recallPick)(candidates, target.atLeast);
  const labelsNeeded = isPrecision
    ? labelsForPrecision(candidates, target.atLeast)
    : labelsForRecall(candidates, target.atLeast);
  return { ...at(point), ...rest, holds: false, labelsNeeded };
}

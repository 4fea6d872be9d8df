import { Problem } from '@app/problem';
import { Figure, aurocFigure } from '../fit/held-out';
import { rankingEvidence } from '../fit/ranking-evidence';
import { Labels, classCounts } from '../label/labels';
import { labelsForPrecision, labelsForRecall } from './labels-needed';
import { Performance, performanceAt } from './performance';
import { costPick, pointPick, recallPick, recallScanPick, scanPick } from './pick';
import { candidateViews } from './weighted';

/** The target of a threshold. */
export type Target =
  | { target: 'precision' | 'recall'; /** In (0, 1). */ atLeast: number }
  | { target: 'cost'; costFalsePositive: number; costFalseNegative: number };

export interface Recommendation extends Performance {
  /**
   * True when the one-sided 95 % bound reaches the target; false for a point pick or none, and where the reads rank
   * nothing; null for cost.
   */
  holds: boolean | null;
  /** Number of labelled answers. */
  n: number;
  positives: number;
  /** Sum of costs over the labelled answers, in the prices' unit; null unless the target is cost. */
  cost: number | null;
  /** Estimated number of labels for a pick that holds; null when it holds, or when more such labels would not help. */
  labelsNeeded: number | null;
  /** How the compared numbers rank; null when the labels do not tell. */
  auroc: Figure | null;
}

/** A recommendation needs this many labels. */
export const minLabels = 30;

/**
 * Refuses labels that are too few for a recommendation.
 * @throws Problem `insufficient_labels` below 30 labels or with one class; `details.labels_needed` is the required total
 */
export function assertEnoughLabels({ y }: Pick<Labels, 'y'>): void {
  const { n, positives, negatives } = classCounts(y);
  if (n >= minLabels && positives > 0 && negatives > 0) return;
  const details = { labels: n, labels_needed: Math.max(minLabels, n + 1) };
  throw new Problem('insufficient_labels', n < minLabels ? tooFew(n) : oneKind(n, positives > 0), details);
}

function tooFew(n: number): string {
  return `A recommendation needs ${minLabels} labels of both kinds and there are ${n}; post more outcomes.`;
}

function oneKind(n: number, isPositive: boolean): string {
  const [all, other] = isPositive ? ['positive', 'negative'] : ['negative', 'positive'];
  return `All ${n} labels are ${all}, so any threshold would do; post outcomes of ${other} answers too.`;
}

/**
 * Recommends a threshold. For precision: the lowest whose one-sided 95 % Wilson bound reaches the target; for recall: the
 * highest. When none reaches it: the point pick with `holds: false`. For cost: the threshold with the least cost. Where the
 * interval of AUROC holds 0.5 or lies below it, whatever a threshold reaches is the base rate's doing, so none holds.
 * @throws Problem `insufficient_labels` below 30 labels or with one class
 * @see docs/methods.md#thresholds (where a scan misses its target in at most 5 % of samples)
 */
export function recommendThreshold(labels: Labels, target: Target): Recommendation {
  assertEnoughLabels(labels);
  const { sums, precision, recall } = candidateViews(labels);
  const { n, positives } = classCounts(labels.y);
  const at = (index: number | null) => performanceAt(labels, index === null ? null : sums.threshold[index]);
  const auroc = aurocFigure(labels.p, labels.y);
  const rest = { n, positives, cost: null, labelsNeeded: null, auroc };
  if (target.target === 'cost') {
    const { at: index, cost } = costPick(sums, target.costFalsePositive, target.costFalseNegative);
    return { ...at(index), ...rest, holds: null, cost };
  }
  const isPrecision = target.target === 'precision';
  const candidates = isPrecision ? precision : recall;
  const evidence = rankingEvidence(auroc);
  const isRanked = evidence === null || evidence === 'forwards';
  const held = isRanked ? (isPrecision ? scanPick : recallScanPick)(candidates, target.atLeast) : null;
  if (held !== null) return { ...at(held), ...rest, holds: true };
  const point = (isPrecision ? pointPick : recallPick)(candidates, target.atLeast);
  if (!isRanked) return { ...at(point), ...rest, holds: false };
  const labelsNeeded = isPrecision
    ? labelsForPrecision(candidates, target.atLeast)
    : labelsForRecall(candidates, target.atLeast);
  return { ...at(point), ...rest, holds: false, labelsNeeded };
}

import { Problem } from '@app/problem';
import { minLabelsToRecommend } from '@app/report';
import { Figure, aurocFigure } from '../fit/held-out';
import { rankingEvidence } from '../fit/ranking-evidence';
import { Labels, classCounts } from '../label/labels';
import { performanceOf } from './chosen';
import { labelsForPrecision, labelsForRecall } from './labels-needed';
import { Estimate } from './performance';
import { costPick, pointPick, recallPick, recallScanPick, steppedPick } from './pick';
import { stepsOf } from './steps';
import { CandidateViews, candidateViews } from './weighted';

/** A share that a threshold must reach. */
export interface ShareTarget {
  target: 'precision' | 'recall';
  /** In (0, 1). */
  atLeast: number;
}

/** The target of a threshold. */
export type Target = ShareTarget | { target: 'cost'; costFalsePositive: number; costFalseNegative: number };

export interface Recommendation {
  /** Reads at or above the threshold are flagged; null flags nothing. */
  threshold: number | null;
  /** Share of answers flagged, in [0, 1]. */
  flagged: number;
  /** Null when nothing is flagged. Intervals are of a threshold that the same labels chose, see `chosenShare`. */
  precision: Estimate | null;
  /** Null without positives. */
  recall: Estimate | null;
  /**
   * True when the target is reached with 95 % confidence; false for a point pick or none, below `minDocuments`, and where the reads
   * rank nothing; null for cost.
   */
  holds: boolean | null;
  /** Number of labelled answers. */
  n: number;
  positives: number;
  /** Number of documents that they are of. */
  documents: number;
  /** Sum of costs over the labelled answers, in the prices' unit; null unless the target is cost. */
  cost: number | null;
  /** Number of labels, and of documents like these, after which a threshold holds with a chance of 80 %; null when it holds, or when more such labels would not help. */
  labelsNeeded: number | null;
  documentsNeeded: number | null;
  /** How the compared numbers rank; null when the labels do not tell. */
  auroc: Figure | null;
}

/** A recommendation needs this many labels. */
export const minLabels = minLabelsToRecommend;
/** Below so many documents no threshold holds: how alike the labels of one are cannot be told. */
export const minDocuments = 30;

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
 * Recommends a threshold. For precision: the lowest that a sequence of tests reaches from the strictest down (`steppedPick`); for
 * recall: the highest whose one-sided 95 % Wilson bound reaches the target. When none does: the point pick with `holds: false`. For cost:
 * the threshold with the least cost. Where the interval of AUROC holds 0.5 or lies below it, whatever a threshold reaches is the base
 * rate's doing, so none holds.
 * @throws Problem `insufficient_labels` below 30 labels or with one class
 * @see docs/methods.md#thresholds (how often a target that holds is missed)
 */
export function recommendThreshold(labels: Labels, target: Target): Recommendation {
  assertEnoughLabels(labels);
  const views = candidateViews(labels);
  const { n, positives } = classCounts(labels.y);
  const documents = documentsOf(labels);
  const auroc = aurocFigure(labels.p, labels.y, labels);
  const none = { cost: null, labelsNeeded: null, documentsNeeded: null };
  const at = (index: number | null) => ({ ...none, ...performanceOf(views, index), n, positives, documents, auroc });
  if (target.target === 'cost') {
    const { at: index, cost } = costPick(views.sums, target.costFalsePositive, target.costFalseNegative);
    return { ...at(index), holds: null, cost };
  }
  const isRanked = [null, 'forwards'].includes(rankingEvidence(auroc));
  const [held, point] = picksOf(views, target);
  if (isRanked && held !== null && documents >= minDocuments) return { ...at(held), holds: true };
  const found = { ...at(held ?? point), holds: false };
  return isRanked ? { ...found, ...neededOf(labels, views, { target, documents, isHeld: held !== null }) } : found;
}

/** Index of the threshold that holds but for what its documents are, and of the one that reaches the target in the sample. */
function picksOf({ sums, precision, recall, planned }: CandidateViews, { target, atLeast }: ShareTarget) {
  return target === 'precision'
    ? [steppedPick(precision, stepsOf(precision, planned, atLeast), atLeast), pointPick(sums, atLeast)]
    : [recallScanPick(recall, atLeast), recallPick(sums, atLeast)];
}

interface Needs {
  target: ShareTarget;
  documents: number;
  /** Whether a threshold would hold if the labels were of more documents. */
  isHeld: boolean;
}

function neededOf(labels: Labels, views: CandidateViews, { target, documents, isHeld }: Needs) {
  const n = labels.p.length;
  const find = target.target === 'precision' ? labelsForPrecision : labelsForRecall;
  const found = isHeld ? n + 1 : find(labels, views, target.atLeast);
  if (found === null) return { labelsNeeded: null, documentsNeeded: null };
  const documentsNeeded = Math.max(minDocuments, Math.ceil((found * documents) / n));
  return { labelsNeeded: Math.max(found, Math.ceil((documentsNeeded * n) / documents)), documentsNeeded };
}

function documentsOf({ p, units }: Labels): number {
  return units ? new Set(Array.from(units)).size : p.length;
}

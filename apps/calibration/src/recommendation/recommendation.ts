import { CurvePointView, ReportNotice, ShareEstimate, ThresholdRecommendation } from '@app/contracts/calibration';
import {
  Estimate,
  Recommendation,
  Target,
  minDocuments,
  recommendThreshold,
  thresholdCurve,
  weightedShare,
} from '@app/statistics';
import { rankingNotice } from '../figure/fit/ranking-notice';
import type { AllAnswers } from './all-answers';
import type { CutLabels } from './cut-labels';
import { InForce, decisionView } from './decision';

/** What a recommendation takes beside labels, target and answers. */
export interface Beside {
  /** Thresholds in force that compare the same number, see `inForceOn`. */
  inForce?: readonly InForce[];
}

/**
 * @param all what is known of all current answers; null: nothing, so that labels are taken for a sample of them
 * @throws Problem `insufficient_labels` below 30 labels, or when all labels have the same value
 */
export function recommend(
  labels: CutLabels,
  target: Target,
  all: AllAnswers | null = null,
  { inForce = [] }: Beside = {},
): Omit<ThresholdRecommendation, 'version' | 'engine_version' | 'on' | 'target' | 'sampled'> {
  const found = recommendThreshold(labels, target);
  return {
    threshold: found.threshold,
    holds: found.holds && all ? holdsForAll(found, target, { labels, all }) : found.holds,
    n: found.n,
    documents: found.documents,
    positives: found.positives,
    flagged: all?.flaggedAt(found.threshold) ?? found.flagged,
    ...(all && { speaks_for: all.speaksFor }),
    precision: viewOf(found.precision),
    recall: viewOf(found.recall),
    cost: found.cost,
    decision: target.target === 'cost' ? decisionView(labels, target, { recommended: found.threshold, inForce }) : null,
    labels_needed: found.labelsNeeded,
    documents_needed: found.documentsNeeded,
    curve: curveOf(labels),
    notices: [...noticesOf(found, target), ...(all?.notice ? [all.notice] : [])],
  };
}

/** Whether the bound reaches the target whatever the answers without a label near them are. */
function holdsForAll(
  { threshold, flagged, precision, recall }: Recommendation,
  target: Target,
  { labels, all }: { labels: CutLabels; all: AllAnswers },
): boolean {
  const reached = target.target === 'precision' ? precision : recall;
  if (target.target === 'cost' || threshold === null || reached === null) return true;
  const { lower: bound } = reached;
  const positive = weightedShare(labels)?.value ?? 0;
  const worst = all.boundOf({ target: target.target, bound, threshold, flagged, positive });
  return worst === bound || worst >= target.atLeast;
}

/** Performance by threshold, with intervals. */
export function curveOf(labels: CutLabels): CurvePointView[] {
  return thresholdCurve(labels).map(({ precisionInterval, recallInterval, ...point }) => ({
    ...point,
    precision_interval: precisionInterval as CurvePointView['precision_interval'],
    recall_interval: recallInterval as CurvePointView['recall_interval'],
  }));
}

/** Why no threshold holds whatever its labels say. */
function noticesOf({ auroc, documents }: Recommendation, { target }: Target): ReportNotice[] {
  const none = ', so no threshold is promised: what one reaches is the base rate.';
  const follows = {
    backwards: `${none} Check the wording of the question.`,
    nothing: `${none} More labels may tell more.`,
  };
  const isFew = target !== 'cost' && documents < minDocuments;
  const few: ReportNotice = {
    code: 'few_documents',
    message: `The labels are of ${documents} documents, and labels of one document are alike: below ${minDocuments} documents no threshold is promised. Label other documents.`,
  };
  return [rankingNotice(auroc, follows), isFew ? few : null].filter((notice) => notice !== null);
}

function viewOf(estimate: Estimate | null): ShareEstimate | null {
  return estimate && { value: estimate.value, interval: estimate.interval, at_least: estimate.lower };
}

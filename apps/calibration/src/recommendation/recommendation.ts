import {
  CurvePointView,
  RecommendationQuery,
  ReportNotice,
  ShareEstimate,
  ThresholdRecommendation,
} from '@app/contracts/calibration';
import { invalid } from '@app/problem';
import {
  Estimate,
  Recommendation,
  Target,
  minDocuments,
  recommendThreshold,
  thresholdCurve,
  weightedShare,
} from '@app/statistics';
import { Form, LabelSet, rowOf, widthOf } from '../outcome/label/label-set';
import { rankingNotice } from '../figure/fit/ranking-notice';
import { weightsOf } from '../outcome/label/label-weights';
import type { AllAnswers } from './all-answers';
import { InForce, decisionView } from './decision';

/** Labels as a threshold sees them. */
export interface CutLabels {
  /** The number that the threshold is compared with. */
  p: Float64Array;
  /** 1 when the threshold should flag the label, otherwise 0. */
  y: Float64Array;
  /** How many answers each label stands for; null when each stands for one. */
  weights: Float64Array | null;
  /** The document of each label, as a number. */
  units: Float64Array;
}

/** The number that a threshold is compared with: p of a bool, one option of a choice, or the score of a score. */
export type Cut = { on: 'p' } | { on: 'dist'; option: number } | { on: 'score'; from: number };

const decimal = /^\d{1,12}(\.\d{1,12})?$/;

/** @throws Problem `invalid_request` for an `on` that the judgment's type does not have */
export function readCut({ on, positive_from }: RecommendationQuery, { type, options, levels, optionsVary }: Form): Cut {
  if (positive_from !== undefined && on !== 'score') {
    throw invalid('bad_query', '/positive_from', '`positive_from` belongs to `on=score`; leave it out.');
  }
  if (type === 'bool' && on === 'p') return { on };
  if (optionsVary) {
    const sentence = 'The options of this judgment are related documents, which come and go: no threshold names one.';
    throw invalid('path_not_allowed', '/on', sentence);
  }
  if (type === 'choice' && on.startsWith('dist.')) {
    const option = options.indexOf(on.slice('dist.'.length));
    if (option >= 0) return { on: 'dist', option };
  }
  if (type === 'score' && on === 'score') {
    const [low, high] = [levels[0], levels[levels.length - 1]];
    // No `readDecimal` here, since levels may be negative.
    const from = positive_from === undefined ? high : Number(positive_from.trim() === '' ? NaN : positive_from);
    if (from > low && from <= high) return { on, from };
    throw invalid('bad_bounds', '/positive_from', `\`positive_from\` must lie above ${low} and be at most ${high}.`);
  }
  const right = { bool: '`p`', choice: '`dist.<option>` with one of its options', score: '`score`' }[type];
  throw invalid('bad_query', '/on', `\`on\` must be ${right}, because the judgment is a ${type}.`);
}

/** @throws Problem `invalid_request` for a missing or wrong number, and for a share of 1, which no number of labels proves */
export function readTarget(query: RecommendationQuery): Target {
  const { target } = query;
  if (target === 'cost') {
    refuse(query, 'at_least', target);
    const [costFalsePositive, costFalseNegative] = [
      readDecimal(query, 'cost_false_positive'),
      readDecimal(query, 'cost_false_negative'),
    ];
    if (costFalsePositive + costFalseNegative > 0) return { target, costFalsePositive, costFalseNegative };
    throw invalid('bad_bounds', '/cost_false_positive', 'At least one of the two costs must be above 0.');
  }
  refuse(query, 'cost_false_positive', target);
  refuse(query, 'cost_false_negative', target);
  const atLeast = readDecimal(query, 'at_least');
  if (atLeast > 0 && atLeast < 1) return { target, atLeast };
  throw invalid('bad_bounds', '/at_least', '`at_least` must lie above 0 and below 1; no number of labels proves 1.');
}

type Amount = 'at_least' | 'cost_false_positive' | 'cost_false_negative';

function readDecimal(query: RecommendationQuery, name: Amount): number {
  const text = query[name];
  if (text === undefined) {
    throw invalid('missing_field', `/${name}`, `\`target=${query.target}\` needs \`${name}\`.`);
  }
  if (!decimal.test(text)) throw invalid('bad_query', `/${name}`, `\`${name}\` ${howToWrite(text)}`);
  return Number(text);
}

/** How to mend a number that is none here. */
function howToWrite(text: string): string {
  if (/^-/.test(text)) return 'must not be negative.';
  if (/^\.\d+$/.test(text)) return `must begin with a digit: write 0${text}.`;
  return 'must be a decimal number such as 0.9, with at most 12 digits before and after the point.';
}

function refuse(query: RecommendationQuery, name: Amount, target: string): void {
  if (query[name] === undefined) return;
  throw invalid('bad_query', `/${name}`, `\`${name}\` does not belong to \`target=${target}\`; leave it out.`);
}

/** The labels for a threshold, weighted as `weightsOf` says. */
export function cutLabels(set: LabelSet, cut: Cut): CutLabels {
  const width = widthOf(set.form);
  const indexes = Array.from(set.y.keys()).filter((label) => cut.on !== 'score' || !Number.isNaN(set.scores[label]));
  const read = (label: number): number => {
    if (cut.on === 'score') return set.scores[label];
    return rowOf(set.reads, width, label)[cut.on === 'dist' ? cut.option : 0];
  };
  const isPositive = (label: number): boolean => {
    if (cut.on === 'score') return set.values[label] >= cut.from;
    return set.y[label] === (cut.on === 'dist' ? cut.option : 1);
  };
  return {
    p: Float64Array.from(indexes, read),
    y: Float64Array.from(indexes, (label) => (isPositive(label) ? 1 : 0)),
    weights: weightsOf(set, indexes),
    units: Float64Array.from(indexes, (label) => set.units[label]),
  };
}

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

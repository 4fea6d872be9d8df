import { BinView, HeldOutMetrics, IntervalView } from '@app/contracts/calibration';
import {
  Figure,
  boolMetrics,
  calibrationError,
  choiceLosses,
  choiceMetrics,
  choiceSquaredErrors,
  equalWidthBins,
  estimateShare,
  expectedScore,
  histogramOf,
  logLosses,
  lossInterval,
  noiseFloorOf,
  reliabilityBins,
  scoreMetrics,
  summariseBins,
  topLabels,
} from '@app/statistics';
import { LabelSet, classRows } from '../outcome/label/label-set';
import { SampleDesign, designOf } from '../outcome/label/sample-design';

/** Metrics, reliability bins and the distribution of one reading of a label set. */
export interface Figures {
  metrics: HeldOutMetrics;
  bins: BinView[];
  /** Labels in bins of equal width, from 0 to 1. */
  histogram: number[];
}

/**
 * Counts how right the reads of labels are, each metric with its interval, by document and by how many answers each label stands for.
 * @param reads raw or calibrated probabilities, as many as `set.reads`
 * @param floor smallest probability that the engine's grid can tell from 0
 * @param options.scores the engine's own scores, used instead of the mean over the levels; NaN where it gave none
 * @param options.design of the labels, where it is counted already
 * @param options.ranking the numbers of a bool that the ranking figures compare; default: the raw reads
 * @returns null without labels
 */
export function figuresOf(
  set: LabelSet,
  reads: Float64Array,
  floor: number,
  options: { scores?: Float64Array; ranking?: Float64Array; design?: SampleDesign } = {},
): Figures | null {
  if (set.y.length === 0) return null;
  const { scores, ranking = set.reads, design = designOf(set) } = options;
  return set.form.type === 'bool'
    ? figuresOfBool({ set, reads, floor, design }, ranking)
    : figuresOfClasses({ set, reads, floor, design }, scores);
}

/** Log loss of each label, in nats. */
export function lossesOf(set: LabelSet, reads: Float64Array, floor: number): Float64Array {
  if (set.form.type === 'bool') return logLosses({ p: reads, y: set.y }, floor);
  const { dists, y } = classRows(set, reads);
  return choiceLosses(dists, y, floor);
}

/** One reading of a label set. */
interface Reading {
  set: LabelSet;
  reads: Float64Array;
  floor: number;
  design: SampleDesign;
}

function figuresOfBool({ set: { y }, reads, floor, design }: Reading, ranking: Float64Array): Figures {
  const { units, weights } = design;
  const labels = { p: reads, y, units, weights };
  const found = boolMetrics({ reads, y, units, weights, floor, ranking });
  const { logLoss, brier, accuracy, ece, auroc, precisionAt5, precisionAt10 } = found;
  const metrics = {
    ...one('log_loss', logLoss),
    ...one('brier', brier),
    ...noInterval('ece', ece?.value ?? null),
    ece_noise_floor: ece?.noiseFloor ?? null,
    ece_equal_width: plainError(labels),
    ...one('auroc', auroc),
    ...one('precision_at_5', precisionAt5),
    ...one('precision_at_10', precisionAt10),
    ...one('accuracy', accuracy),
    ...one('accuracy_of_value', null),
    mean_absolute_error: null,
    kappa: null,
  };
  return { metrics: metrics as HeldOutMetrics, bins: binsOf(labels), histogram: histogramOf(reads) };
}

/** A choice has its options and the escape as classes, a score its levels. Bins and ECE take the most probable class. */
function figuresOfClasses({ set, reads, floor, design }: Reading, scores?: Float64Array): Figures {
  const { form, values } = set;
  const { units, weights } = design;
  const { dists, y } = classRows(set, reads);
  const { logLoss, brier, accuracy, ece } = choiceMetrics(dists, y, floor, { units, weights });
  const top = { ...topLabels(dists, y), units, weights };
  const ranked =
    form.type === 'score' ? scoreMetrics(scoresOf(form.levels, dists, scores), y, form.levels, values, weights) : null;
  const right = estimateShare(ranked?.hits ?? top.y, { units, weights });
  const losses = lossInterval(choiceLosses(dists, y, floor), units, Infinity, weights);
  const squares = lossInterval(choiceSquaredErrors(dists, y), units, 2, weights);
  const ofValue = { value: accuracy, interval: estimateShare(top.y, { units, weights })?.interval ?? null };
  const metrics = {
    ...one('log_loss', { value: logLoss, interval: losses }),
    ...one('brier', { value: brier, interval: squares }),
    ...noInterval('ece', ece),
    ece_noise_floor: ece === null ? null : noiseFloorOf(top),
    ece_equal_width: plainError(top),
    ...one('auroc', null),
    ...one('precision_at_5', null),
    ...one('precision_at_10', null),
    ...one('accuracy', { value: ranked?.accuracy ?? accuracy, interval: right?.interval ?? null }),
    // The API answers the likeliest level as `value`, which need not be the level nearest to `score`.
    ...one('accuracy_of_value', ranked && ofValue),
    mean_absolute_error: ranked?.meanAbsoluteError ?? null,
    kappa: ranked?.kappa ?? null,
  };
  return { metrics: metrics as HeldOutMetrics, bins: binsOf(top), histogram: histogramOf(top.p) };
}

function scoresOf(levels: number[], dists: Float64Array[], own?: Float64Array): Float64Array {
  return Float64Array.from(dists, (dist, i) => (own && !Number.isNaN(own[i]) ? own[i] : expectedScore(dist, levels)));
}

function one<Name extends string>(name: Name, figure: Figure | null) {
  return { [name]: figure?.value ?? null, [`${name}_interval`]: figure?.interval ?? null };
}

/** A figure that has no interval; the member stays, since clients know it. */
function noInterval<Name extends string>(name: Name, value: number | null) {
  return { [name]: value, [`${name}_interval`]: null };
}

/** Plug-in calibration error over ten bins of equal width, as most published figures are counted. */
function plainError(labels: Reads): number {
  const { p, y } = labels;
  return calibrationError(summariseBins(equalWidthBins(p, 10), p, y, labels));
}

/** Reads of a bool, or of the most probable class, with documents and weights. */
interface Reads extends Pick<SampleDesign, 'units' | 'weights'> {
  p: Float64Array;
  y: Float64Array;
}

function binsOf(labels: Reads): BinView[] {
  return reliabilityBins(labels).map(({ low, high, n, documents, occupancy, meanP, observed, interval }) => ({
    low,
    high,
    n,
    documents,
    occupancy,
    mean_p: meanP,
    observed,
    interval: interval as IntervalView,
  }));
}

import { BinView, HeldOutMetrics, IntervalView } from '@app/contracts/calibration';
import {
  Figure,
  boolMetrics,
  calibrationError,
  choiceHits,
  choiceLosses,
  choiceMetrics,
  choiceSquaredErrors,
  eceNoiseFloor,
  equalWidthBins,
  expectedScore,
  histogramOf,
  logLosses,
  lossInterval,
  reliabilityBins,
  scoreMetrics,
  summariseBins,
  topLabels,
  wilson,
} from '@app/statistics';
import { LabelSet, classRows } from '../outcome/label/label-set';

/** Metrics, reliability bins and the distribution of one reading of a label set. */
export interface Figures {
  metrics: HeldOutMetrics;
  bins: BinView[];
  /** Labels in bins of equal width, from 0 to 1. */
  histogram: number[];
}

/**
 * Counts how right the reads of labels are, each metric with its interval.
 * @param reads raw or calibrated probabilities, as many as `set.reads`
 * @param floor smallest probability that the engine's grid can tell from 0
 * @param options.scores the engine's own scores, used instead of the mean over the levels; NaN where it gave none
 * @param options.ranking the numbers of a bool that the ranking figures compare; default: the raw reads
 * @returns null without labels
 */
export function figuresOf(
  set: LabelSet,
  reads: Float64Array,
  floor: number,
  { scores, ranking = set.reads }: { scores?: Float64Array; ranking?: Float64Array } = {},
): Figures | null {
  if (set.y.length === 0) return null;
  return set.form.type === 'bool'
    ? figuresOfBool(set, reads, floor, ranking)
    : figuresOfClasses(set, reads, floor, scores);
}

/** Log loss of each label, in nats. */
export function lossesOf(set: LabelSet, reads: Float64Array, floor: number): Float64Array {
  if (set.form.type === 'bool') return logLosses({ p: reads, y: set.y }, floor);
  const { dists, y } = classRows(set, reads);
  return choiceLosses(dists, y, floor);
}

function figuresOfBool({ y, units }: LabelSet, reads: Float64Array, floor: number, ranking: Float64Array): Figures {
  const { logLoss, brier, accuracy, ece, auroc, precisionAt5, precisionAt10 } = boolMetrics({
    reads,
    y,
    units,
    floor,
    ranking,
  });
  const metrics = {
    ...one('log_loss', logLoss),
    ...one('brier', brier),
    ...noInterval('ece', ece?.value ?? null),
    ece_noise_floor: ece?.noiseFloor ?? null,
    ece_equal_width: plainError(reads, y),
    ...one('auroc', auroc),
    ...one('precision_at_5', precisionAt5),
    ...one('precision_at_10', precisionAt10),
    ...one('accuracy', accuracy),
    mean_absolute_error: null,
    kappa: null,
  };
  return { metrics: metrics as HeldOutMetrics, bins: binsOf(reads, y), histogram: histogramOf(reads) };
}

/** A choice has its options and the escape as classes, a score its levels. Bins and ECE take the most probable class. */
function figuresOfClasses(set: LabelSet, reads: Float64Array, floor: number, scores?: Float64Array): Figures {
  const { form, units, values } = set;
  const { dists, y } = classRows(set, reads);
  const { logLoss, brier, accuracy, ece } = choiceMetrics(dists, y, floor);
  const top = topLabels(dists, y);
  const ranked =
    form.type === 'score' ? scoreMetrics(scoresOf(form.levels, dists, scores), y, form.levels, values) : null;
  const right = ranked?.accuracy ?? accuracy;
  const hits = ranked ? right * y.length : choiceHits(dists, y).reduce((sum, hit) => sum + hit, 0);
  const metrics = {
    ...one('log_loss', { value: logLoss, interval: lossInterval(choiceLosses(dists, y, floor), units) }),
    ...one('brier', { value: brier, interval: lossInterval(choiceSquaredErrors(dists, y), units, 2) }),
    ...noInterval('ece', ece),
    ece_noise_floor: ece === null ? null : eceNoiseFloor(top.p),
    ece_equal_width: plainError(top.p, top.y),
    ...one('auroc', null),
    ...one('precision_at_5', null),
    ...one('precision_at_10', null),
    ...one('accuracy', { value: right, interval: wilson(hits, y.length) }),
    mean_absolute_error: ranked?.meanAbsoluteError ?? null,
    kappa: ranked?.kappa ?? null,
  };
  return { metrics: metrics as HeldOutMetrics, bins: binsOf(top.p, top.y), histogram: histogramOf(top.p) };
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
function plainError(p: Float64Array, y: Float64Array): number {
  return calibrationError(summariseBins(equalWidthBins(p, 10), p, y));
}

function binsOf(p: Float64Array, y: Float64Array): BinView[] {
  return reliabilityBins({ p, y }).map(({ low, high, n, occupancy, meanP, observed, interval }) => ({
    low,
    high,
    n,
    occupancy,
    mean_p: meanP,
    observed,
    interval: interval as IntervalView,
  }));
}

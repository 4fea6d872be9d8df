import { BinView, HeldOutMetrics, IntervalView } from '@app/contracts';
import {
  Figure,
  boolMetrics,
  calibrationError,
  choiceHits,
  choiceLosses,
  choiceMetrics,
  choiceSquaredErrors,
  eceInterval,
  eceNoiseFloor,
  equalWidthBins,
  expectedScore,
  logLosses,
  meanInterval,
  reliabilityBins,
  scoreMetrics,
  summariseBins,
  topLabels,
  wilson,
} from '@app/statistics';
import { LabelSet, rowsOf, widthOf } from '../label/label-set';

/** Figures and bins of one reading of some labels. */
export interface Figures {
  metrics: HeldOutMetrics;
  bins: BinView[];
}

/**
 * How right reads are, each figure with its interval.
 * @param reads as many numbers as the labels' own
 * @param scores the engine's own scores, where a score is not the mean of its levels; NaN where it gave none
 * @returns null without labels
 */
export function figuresOf(set: LabelSet, reads: Float64Array, floor: number, scores?: Float64Array): Figures | null {
  if (set.y.length === 0) return null;
  return set.form.type === 'bool' ? figuresOfBool(set, reads, floor) : figuresOfClasses(set, reads, floor, scores);
}

/** Log loss of each label, nats. */
export function lossesOf({ form, y }: LabelSet, reads: Float64Array, floor: number): Float64Array {
  if (form.type === 'bool') return logLosses({ p: reads, y }, floor);
  return choiceLosses(rowsOf(reads, widthOf(form)), y, floor);
}

function figuresOfBool({ reads: p, y, units }: LabelSet, reads: Float64Array, floor: number): Figures {
  const { logLoss, brier, accuracy, ece, auroc, precisionAt5, precisionAt10 } = boolMetrics({
    ...{ reads, y, units, floor },
    // A calibrated read ranks as its raw one does; pooled held-out reads would not.
    ranking: p,
  });
  const metrics = {
    ...one('log_loss', logLoss),
    ...one('brier', brier),
    ...one('ece', ece),
    ...{ ece_noise_floor: ece?.noiseFloor ?? null, ece_equal_width: plainError(reads, y) },
    ...one('auroc', auroc),
    ...one('precision_at_5', precisionAt5),
    ...one('precision_at_10', precisionAt10),
    ...one('accuracy', accuracy),
    ...{ mean_absolute_error: null, kappa: null },
  };
  return { metrics: metrics as HeldOutMetrics, bins: binsOf(reads, y) };
}

/** A choice over its options and the escape, a score over its levels; bins and ECE are of the likeliest. */
function figuresOfClasses(
  { form, y, units }: LabelSet,
  reads: Float64Array,
  floor: number,
  scores?: Float64Array,
): Figures {
  const dists = rowsOf(reads, widthOf(form));
  const { logLoss, brier, accuracy, ece } = choiceMetrics(dists, y, floor);
  const top = topLabels(dists, y);
  const ranked = form.type === 'score' ? scoreMetrics(scoresOf(form.levels, dists, scores), y, form.levels) : null;
  const right = ranked?.accuracy ?? accuracy;
  const hits = ranked ? right * y.length : choiceHits(dists, y).reduce((sum, hit) => sum + hit, 0);
  const metrics = {
    ...one('log_loss', { value: logLoss, interval: meanInterval(choiceLosses(dists, y, floor), units) }),
    ...one('brier', { value: brier, interval: meanInterval(choiceSquaredErrors(dists, y), units) }),
    ...one('ece', ece === null ? null : { value: ece, interval: eceInterval(top, { units }) }),
    ...{
      ece_noise_floor: ece === null ? null : eceNoiseFloor(top.p),
      ece_equal_width: plainError(top.p, top.y),
    },
    ...one('auroc', null),
    ...one('precision_at_5', null),
    ...one('precision_at_10', null),
    ...one('accuracy', { value: right, interval: wilson(hits, y.length) }),
    ...{ mean_absolute_error: ranked?.meanAbsoluteError ?? null, kappa: ranked?.kappa ?? null },
  };
  return { metrics: metrics as HeldOutMetrics, bins: binsOf(top.p, top.y) };
}

function scoresOf(levels: number[], dists: Float64Array[], own?: Float64Array): Float64Array {
  return Float64Array.from(dists, (dist, i) => (own && !Number.isNaN(own[i]) ? own[i] : expectedScore(dist, levels)));
}

function one<Name extends string>(name: Name, figure: Figure | null) {
  return { [name]: figure?.value ?? null, [`${name}_interval`]: figure?.interval ?? null };
}

/** Of ten equal-width bins, plug-in: what published figures are mostly counted by. */
function plainError(p: Float64Array, y: Float64Array): number {
  return calibrationError(summariseBins(equalWidthBins(p, 10), p, y));
}

function binsOf(p: Float64Array, y: Float64Array): BinView[] {
  return reliabilityBins({ p, y }).map(({ low, high, n, occupancy, meanP, observed, interval }) => ({
    ...{ low, high, n, occupancy, mean_p: meanP, observed, interval: interval as IntervalView },
  }));
}

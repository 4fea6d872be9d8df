import { Labels, assertLabels } from '../label/labels';
import { sumOf } from '../number/numbers';
import { defaultFloor, logLossOf } from '../number/probability';

/** Log loss of each row in nats; `floor` is the engine's. */
export function logLosses({ p, y }: Labels, floor = defaultFloor): Float64Array {
  return Float64Array.from({ length: p.length }, (_, i) => logLossOf(p[i], y[i], floor));
}

/** Squared error of each row, in [0, 1], without clipping. */
export function squaredErrors({ p, y }: Labels): Float64Array {
  return Float64Array.from({ length: p.length }, (_, i) => (p[i] - y[i]) ** 2);
}

/** 1 for each row on the right side of 0.5, otherwise 0; 0.5 itself counts as yes. */
export function hits({ p, y }: Labels): Float64Array {
  return Float64Array.from({ length: p.length }, (_, i) => (p[i] >= 0.5 === y[i] > 0 ? 1 : 0));
}

function weightedMean(labels: Labels, values: Float64Array): number {
  assertLabels(labels);
  return sumOf(values, labels.weights) / (labels.weights ? sumOf(labels.weights) : values.length);
}

/**
 * Mean of -ln of the probability given to what happened.
 * @returns nats, in [0, -ln floor]; 0 is perfect, always saying 0.5 scores 0.693
 * @throws RangeError without rows
 * @see Good 1952; scikit-learn `log_loss` with eps = floor; docs/methods.md#metrics
 */
export function logLoss(labels: Labels, floor = defaultFloor): number {
  return weightedMean(labels, logLosses(labels, floor));
}

/**
 * Mean squared distance between forecast and outcome (Brier score), without clipping; defined also with one class.
 * @returns score in [0, 1]; 0 is perfect, always saying 0.5 scores 0.25
 * @throws RangeError without rows
 * @see Brier 1950, Monthly Weather Review 78(1); docs/methods.md#metrics
 */
export function brier(labels: Labels): number {
  return weightedMean(labels, squaredErrors(labels));
}

/**
 * Share of rows where (p >= 0.5) = y.
 * @returns share in [0, 1]
 * @throws RangeError without rows
 * @see docs/methods.md#metrics: 0.5 counts as yes
 */
export function accuracy(labels: Labels): number {
  return weightedMean(labels, hits(labels));
}

/** Log loss of always saying the share of yes, which a useful read must beat. In nats; 0 with one class. */
export function baseRateLogLoss({ p, y, weights }: Labels): number {
  assertLabels({ p, y, weights });
  const rate = sumOf(y, weights) / (weights ? sumOf(weights) : y.length);
  const part = (share: number) => (share === 0 ? 0 : -share * Math.log(share));
  return part(rate) + part(1 - rate);
}

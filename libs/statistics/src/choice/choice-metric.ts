import type { ShareRows } from '../interval/rows';
import { Numbers, sumOf } from '../number/numbers';
import { defaultFloor, floorDistribution } from '../number/probability';
import { reportedEce } from '../bin/calibration-error';

/** Index of the largest probability; the first wins ties. */
export function topOption(dist: Numbers): number {
  let top = 0;
  for (let k = 1; k < dist.length; k += 1) if (dist[k] > dist[top]) top = k;
  return top;
}

/** -ln of the probability of the option that came true, for each row, in nats. Rows are floored and normalised first. */
export function choiceLosses(dists: readonly Numbers[], y: Numbers, floor = defaultFloor): Float64Array {
  return Float64Array.from(dists, (dist, i) => -Math.log(floorDistribution(dist, floor)[y[i]]));
}

/** Sum over options of (p_k - [k = y])² for each row, in [0, 2]. @see Brier 1950, for more than two classes */
export function choiceSquaredErrors(dists: readonly Numbers[], y: Numbers): Float64Array {
  return Float64Array.from(dists, (dist, i) => {
    let sum = 0;
    for (let k = 0; k < dist.length; k += 1) sum += (dist[k] - (k === y[i] ? 1 : 0)) ** 2;
    return sum;
  });
}

/** 1 for each row whose top option came true. */
export function choiceHits(dists: readonly Numbers[], y: Numbers): Float64Array {
  return Float64Array.from(dists, (dist, i) => (topOption(dist) === y[i] ? 1 : 0));
}

/** The top option's probability and whether it came true: the labels for the ECE and the bins of a choice. */
export function topLabels(dists: readonly Numbers[], y: Numbers): { p: Float64Array; y: Float64Array } {
  return { p: Float64Array.from(dists, (dist) => dist[topOption(dist)]), y: choiceHits(dists, y) };
}

/** Figures of a choice. AUROC and precision at the top have no meaning for it. */
export interface ChoiceMetrics {
  /** Nats. */
  logLoss: number;
  /** Brier score, in [0, 2]. */
  brier: number;
  /** Accuracy, in [0, 1]. */
  accuracy: number;
  /** ECE of the top option's probability; null below 50 rows. */
  ece: number | null;
}

/**
 * @param rows documents and weights of the rows
 * @throws RangeError without rows
 */
export function choiceMetrics(
  dists: readonly Numbers[],
  y: Numbers,
  floor = defaultFloor,
  rows: ShareRows = {},
): ChoiceMetrics {
  if (dists.length === 0) throw new RangeError('Labels need at least one row.');
  const { weights } = rows;
  const all = weights ? sumOf(weights) : dists.length;
  const mean = (values: Float64Array) => sumOf(values, weights) / all;
  return {
    logLoss: mean(choiceLosses(dists, y, floor)),
    brier: mean(choiceSquaredErrors(dists, y)),
    accuracy: mean(choiceHits(dists, y)),
    ece: reportedEce({ ...topLabels(dists, y), ...rows }),
  };
}

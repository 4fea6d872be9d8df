import { Numbers, orderOf } from '../number/numbers';

/**
 * Labels summed by distinct read, ascending, from which a map of one probability learns. On a 0.01 grid a million labels
 * are 101 rows.
 */
export interface Tally {
  /** Distinct reads, ascending. */
  x: Float64Array;
  /** Weight of the rows of each read, above 0. */
  weight: Float64Array;
  /** Weighted sum of the outcomes of each read. */
  sum: Float64Array;
}

/** Labels with their order by read, so that each fold is summed without sorting again. */
export interface SortedLabels {
  x: Numbers;
  y: Numbers;
  weights?: Numbers | null;
  /** Rows in ascending order of `x`. */
  order: Uint32Array;
}

/** @param y outcome of each row: 0 or 1, or any number for a regression */
export function sortLabels(x: Numbers, y: Numbers, weights?: Numbers | null): SortedLabels {
  return { x, y, weights, order: orderOf(x) };
}

/**
 * Sums the rows that `keep` marks (all without it). Rows of weight 0 do not count.
 * @param keep 1 for each row to take
 */
export function tallyOf({ x, y, weights, order }: SortedLabels, keep?: Uint8Array): Tally {
  const xs = new Float64Array(order.length);
  const weight = new Float64Array(order.length);
  const sum = new Float64Array(order.length);
  let last = -1;
  for (const row of order) {
    const w = weights ? weights[row] : 1;
    if (w === 0 || (keep && !keep[row])) continue;
    if (last < 0 || xs[last] !== x[row]) {
      last += 1;
      xs[last] = x[row];
    }
    weight[last] += w;
    sum[last] += w * y[row];
  }
  return { x: xs.slice(0, last + 1), weight: weight.slice(0, last + 1), sum: sum.slice(0, last + 1) };
}

/** Weighted counts of yes and no over a tally of 0/1 outcomes. */
export function tallyTotals({ weight, sum }: Tally): { positives: number; negatives: number } {
  let positives = 0;
  let total = 0;
  for (let i = 0; i < weight.length; i += 1) {
    positives += sum[i];
    total += weight[i];
  }
  return { positives, negatives: total - positives };
}

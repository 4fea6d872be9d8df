import { clusteredShare } from '../interval/clustered-share';
import { Interval, clopperPearson } from '../interval/proportion';
import { Labels } from '../label/labels';
import { orderOf, sumOf } from '../number/numbers';
import { tieGroups } from './auroc';

/** Precision among the rows with the highest reads. */
export interface TopPrecision {
  /** Share of yes among these rows, weighted, in [0, 1]. */
  precision: number;
  /** Number of rows, ceil(n / part); of weighted ones those that stand for this share of all. */
  rows: number;
  /** Clopper and Pearson's 95 % interval by document: these rows are few, and their share is often near 1. */
  interval: Interval;
}

/**
 * Precision among the ceil(n / part) rows with the highest reads; of weighted rows among those that stand for as large a share of the
 * weight. When the cut divides a group of equal reads, its rows above the cut count at the group's mean.
 * @param part 20 for the top 5 %, 10 for the top 10 %: integers, since 0.05 * 20 must be 1
 * @returns null below `part` rows
 * @see docs/methods.md#metrics
 */
export function precisionAtTop({ p, y, units, weights }: Labels, part: number): TopPrecision | null {
  const n = p.length;
  if (n < part) return null;
  const rows = Math.ceil(n / part);
  const wanted = weights ? (rows / n) * sumOf(weights) : rows;
  const order = orderOf(p).reverse();
  const taken = new Float64Array(n);
  let [before, hits, count] = [0, 0, 0];
  tieGroups(p, order, (start, end) => {
    if (before >= wanted) return;
    let [all, yes] = [0, 0];
    for (let i = start; i < end; i += 1) {
      const weight = weights ? weights[order[i]] : 1;
      all += weight;
      yes += weight * y[order[i]];
    }
    if (all === 0) return;
    const size = Math.min(before + all, wanted) - before;
    for (let i = start; i < end; i += 1) taken[order[i]] = ((weights ? weights[order[i]] : 1) * size) / all;
    hits += (yes * size) / all;
    count += weights ? end - start : size;
    before += all;
  });
  const plain = { precision: hits / wanted, rows: weights ? count : rows };
  if (!units && !weights) return { ...plain, interval: clopperPearson(hits, rows) };
  const found = clusteredShare(y, { units, weights: taken });
  // The rows of a divided group are more than the cut takes of it, so that their number would claim too much.
  const effective = Math.min(found?.effective ?? 0, weights ? Infinity : rows);
  return { ...plain, interval: clopperPearson(plain.precision * effective, effective) };
}

/** Precision among the top 5 %, in [0, 1]; null below 20 rows. */
export function precisionAt5(labels: Labels): number | null {
  return precisionAtTop(labels, 20)?.precision ?? null;
}

/** Precision among the top 10 %, in [0, 1]; null below 10 rows. */
export function precisionAt10(labels: Labels): number | null {
  return precisionAtTop(labels, 10)?.precision ?? null;
}

import { Interval, clopperPearson } from '../interval/proportion';
import { Labels } from '../label/labels';
import { orderOf } from '../number/numbers';
import { tieGroups } from './auroc';

/** Precision among the rows with the highest reads. */
export interface TopPrecision {
  /** Share of yes among these rows, in [0, 1]. */
  precision: number;
  /** Number of rows, ceil(n / part). */
  rows: number;
  /** Clopper and Pearson's 95 % interval: these rows are few, and their share is often near 1. */
  interval: Interval;
}

/**
 * Precision among the ceil(n / part) rows with the highest reads. When the cut divides a group of equal reads, its rows above
 * the cut count at the group's mean. Weights are not used.
 * @param part 20 for the top 5 %, 10 for the top 10 %: integers, since 0.05 * 20 must be 1
 * @returns null below `part` rows
 * @see docs/methods.md#metrics
 */
export function precisionAtTop({ p, y }: Labels, part: number): TopPrecision | null {
  if (p.length < part) return null;
  const rows = Math.ceil(p.length / part);
  const order = orderOf(p).reverse();
  let hits = 0;
  tieGroups(p, order, (start, end) => {
    if (start >= rows) return;
    let yes = 0;
    for (let i = start; i < end; i += 1) yes += y[order[i]];
    hits += (yes * (Math.min(end, rows) - start)) / (end - start);
  });
  return { precision: hits / rows, rows, interval: clopperPearson(hits, rows) };
}

/** Precision among the top 5 %, in [0, 1]; null below 20 rows. */
export function precisionAt5(labels: Labels): number | null {
  return precisionAtTop(labels, 20)?.precision ?? null;
}

/** Precision among the top 10 %, in [0, 1]; null below 10 rows. */
export function precisionAt10(labels: Labels): number | null {
  return precisionAtTop(labels, 10)?.precision ?? null;
}

import { clusteredShare } from '../interval/clustered-share';
import { ShareRows } from '../interval/rows';
import { Interval, wilson } from '../interval/proportion';
import { Numbers } from '../number/numbers';
import { topOption } from './choice-metric';

/** Rows of one observed class whose most probable class is `read`. */
export interface ConfusionCell {
  /** Index of the class that came true. */
  observed: number;
  /** Index of the most probable class. */
  read: number;
  /** Number of rows, without weights. */
  n: number;
  /** Share of the rows of the observed class, weighted, in [0, 1]. */
  share: number;
  /** Wilson, 95 %, on the effective number of documents. */
  interval: Interval;
}

/** Up to this many classes every cell that has rows is counted; of more only the pairs that are confused most. */
export const maxWholeConfusion = 13;
/** How many confused pairs are counted of more classes. */
export const maxConfusedPairs = 50;

/**
 * What was read where a class came true: the cells of the confusion matrix that have rows, by observed class. Beyond twelve options
 * and the escape, the 50 pairs of different classes with the most rows, most first.
 * @param dists probabilities of the classes for each row
 * @param y index of the class that came true
 */
export function confusionOf(
  dists: readonly Numbers[],
  y: Numbers,
  { units, weights }: ShareRows = {},
): ConfusionCell[] {
  const classes = dists.reduce((most, dist) => Math.max(most, dist.length), 0);
  const read = Uint32Array.from(dists, topOption);
  const rowsOf: number[][] = Array.from({ length: classes }, () => []);
  const counts = new Map<number, number>();
  read.forEach((top, row) => {
    rowsOf[y[row]].push(row);
    const cell = y[row] * classes + top;
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  });
  const cells = Array.from(counts, ([cell, n]) => ({ observed: Math.floor(cell / classes), read: cell % classes, n }));
  const listed =
    classes <= maxWholeConfusion
      ? cells.sort((a, b) => a.observed - b.observed || a.read - b.read)
      : cells
          .filter((cell) => cell.observed !== cell.read)
          .sort((a, b) => b.n - a.n || a.observed - b.observed || a.read - b.read)
          .slice(0, maxConfusedPairs);
  return listed.map((cell) => {
    const rows = rowsOf[cell.observed];
    const of = (column: Numbers | null | undefined) => column && rows.map((row) => column[row]);
    const hits = rows.map((row) => (read[row] === cell.read ? 1 : 0));
    const found = clusteredShare(hits, { units: of(units), weights: of(weights) });
    const { share, effective } = found ?? { share: 0, effective: 0 };
    return { ...cell, share, interval: wilson(share * effective, effective) };
  });
}

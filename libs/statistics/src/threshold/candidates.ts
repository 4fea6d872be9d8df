import { Labels, classCounts } from '../label/labels';
import { orderOf } from '../number/numbers';
import { tieGroups } from '../ranking/auroc';

/** Every distinct read as a threshold, in descending order, with the rows that p >= threshold selects. */
export interface Candidates {
  n: number;
  positives: number;
  threshold: Float64Array;
  /** Number of rows at or above each threshold; fractional for weighted rows. */
  selected: Float64Array;
  /** Number of rows labelled yes among them. */
  truePositives: Float64Array;
}

/** @see docs/methods.md#thresholds */
export function candidatesOf({ p, y }: Labels): Candidates {
  const order = orderOf(p).reverse();
  const threshold: number[] = [];
  const selected: number[] = [];
  const truePositives: number[] = [];
  let hits = 0;
  tieGroups(p, order, (start, end) => {
    for (let i = start; i < end; i += 1) hits += y[order[i]] ? 1 : 0;
    // The lowest of equal reads, so that p >= threshold selects them all.
    threshold.push(p[order[end - 1]]);
    selected.push(end);
    truePositives.push(hits);
  });
  return {
    n: p.length,
    positives: classCounts(y).positives,
    threshold: Float64Array.from(threshold),
    selected: Float64Array.from(selected),
    truePositives: Float64Array.from(truePositives),
  };
}

/** Share of the positives that are selected, in [0, 1]; 0 without positives. */
export function recallAt({ positives, truePositives }: Candidates, at: number): number {
  return positives === 0 ? 0 : truePositives[at] / positives;
}

/** Share of the selected rows that are positive, in [0, 1]. */
export function precisionAt({ selected, truePositives }: Candidates, at: number): number {
  return truePositives[at] / selected[at];
}

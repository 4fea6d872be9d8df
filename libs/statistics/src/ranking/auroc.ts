import { Labels } from '../label/labels';
import { isTie, orderOf } from '../number/numbers';

/** Calls `group` with the ends (half open) of each run of reads in `order` that are equal in billionths. */
export function tieGroups(p: Labels['p'], order: Uint32Array, group: (start: number, end: number) => void): void {
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && isTie(p[order[end]], p[order[start]])) end += 1;
    group(start, end);
    start = end;
  }
}

/**
 * Probability that a yes reads above a no; ties count half: P(p1 > p0) + P(p1 = p0) / 2.
 * @returns in [0, 1]; 0.5 is no ranking at all; null with one class
 * @see Hanley and McNeil 1982; scikit-learn `roc_auc_score`; O(n log n)
 */
export function auroc({ p, y, weights }: Labels): number | null {
  const order = orderOf(p);
  let below = 0;
  let positives = 0;
  let won = 0;
  tieGroups(p, order, (start, end) => {
    let yes = 0;
    let no = 0;
    for (let i = start; i < end; i += 1) {
      const weight = weights ? weights[order[i]] : 1;
      if (y[order[i]]) yes += weight;
      else no += weight;
    }
    won += yes * (below + no / 2);
    below += no;
    positives += yes;
  });
  return positives === 0 || below === 0 ? null : won / (positives * below);
}

/**
 * Sum of (R_i - R_{i-1}) P_i over distinct reads, descending; tied reads are one step. Weights are not used. For the reference
 * vectors alone.
 * @returns in (0, 1]; null without positives
 * @see scikit-learn `average_precision_score`
 */
export function averagePrecision({ p, y }: Labels): number | null {
  const order = orderOf(p).reverse();
  let positives = 0;
  let sum = 0;
  tieGroups(p, order, (start, end) => {
    let yes = 0;
    for (let i = start; i < end; i += 1) yes += y[order[i]];
    positives += yes;
    sum += yes * (positives / end);
  });
  return positives === 0 ? null : sum / positives;
}

import { Labels } from '../label/labels';
import { orderOf } from '../number/numbers';
import { tieGroups } from '../ranking/auroc';
import { Candidates, candidatesOf } from './candidates';

/**
 * Candidates of weighted rows, in three kinds of counts, one for each use. Without weights all three are the plain counts.
 */
export interface CandidateViews {
  /** Sums of weights, for shares and costs. */
  sums: Candidates;
  /** Counts for bounds of precision, scaled to Kish's effective number of the selected rows. */
  precision: Candidates;
  /** Counts for bounds of recall, scaled to the effective number of the rows labelled yes. */
  recall: Candidates;
}

/** Kish's effective number of rows, (sum w)^2 / sum w^2; 0 without weight. @see Kish 1965, Survey Sampling */
export function effectiveNumber(sum: number, squares: number): number {
  return squares === 0 ? 0 : (sum * sum) / squares;
}

/** @see docs/methods.md#thresholds; weights as in docs/methods.md#conventions */
export function candidateViews(labels: Labels): CandidateViews {
  const counts = candidatesOf(labels);
  const { p, y, weights } = labels;
  if (!weights) return { sums: counts, precision: counts, recall: counts };
  const order = orderOf(p).reverse();
  const size = counts.threshold.length;
  const empty = () => ({ selected: new Float64Array(size), truePositives: new Float64Array(size) });
  const sums = empty();
  const precision = empty();
  let [all, allSquares, yes, yesSquares, at] = [0, 0, 0, 0, 0];
  tieGroups(p, order, (start, end) => {
    for (let i = start; i < end; i += 1) {
      const weight = weights[order[i]];
      all += weight;
      allSquares += weight * weight;
      if (!y[order[i]]) continue;
      yes += weight;
      yesSquares += weight * weight;
    }
    sums.selected[at] = all;
    sums.truePositives[at] = yes;
    const effective = effectiveNumber(all, allSquares);
    precision.selected[at] = effective;
    precision.truePositives[at] = all === 0 ? 0 : (yes / all) * effective;
    at += 1;
  });
  const positives = effectiveNumber(yes, yesSquares);
  const found = sums.truePositives.map((hits) => (yes === 0 ? 0 : (hits / yes) * positives));
  const { threshold, n } = counts;
  return {
    sums: { threshold, n: all, positives: yes, ...sums },
    precision: { threshold, n, positives: counts.positives, ...precision },
    recall: { threshold, n, positives, selected: sums.selected, truePositives: found },
  };
}

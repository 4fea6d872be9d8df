import { Interval, wilson, wilsonLower } from '../interval/proportion';
import { Labels } from '../label/labels';
import { precisionAt, recallAt } from './candidates';
import { candidateViews, effectiveNumber } from './weighted';

/** A share with its uncertainty. */
export interface Estimate {
  value: number;
  /** Wilson's two-sided 95 % interval. */
  interval: Interval;
  /** Wilson's one-sided 95 % bound, which decides `holds`. */
  lower: number;
}

/** Performance of a threshold on labelled answers. */
export interface Performance {
  /** Reads at or above the threshold are flagged; null flags nothing. */
  threshold: number | null;
  /** Share of answers flagged, in [0, 1]. */
  flagged: number;
  /** Null when nothing is flagged. */
  precision: Estimate | null;
  /** Null without positives. */
  recall: Estimate | null;
}

/** A share of weights, with the interval of its effective number of rows. */
function estimate(hits: number, all: number, squares: number): Estimate | null {
  const n = effectiveNumber(all, squares);
  if (n === 0) return null;
  const value = hits / all;
  return { value, interval: wilson(value * n, n), lower: wilsonLower(value * n, n) };
}

/**
 * Share of the rows labelled yes, weighted, with the interval of its effective number of rows.
 * @returns null without weight
 */
export function weightedShare({ y, weights }: Pick<Labels, 'y' | 'weights'>): Estimate | null {
  let [all, squares, yes] = [0, 0, 0];
  for (let i = 0; i < y.length; i += 1) {
    const weight = weights ? weights[i] : 1;
    all += weight;
    squares += weight * weight;
    if (y[i]) yes += weight;
  }
  return estimate(yes, all, squares);
}

/** Performance of flagging p >= `threshold`. @param threshold any number, not only a read; null flags nothing */
export function performanceAt({ p, y, weights }: Labels, threshold: number | null): Performance {
  let [all, selected, selectedSquares, yes, yesSquares, hits] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < p.length; i += 1) {
    const weight = weights ? weights[i] : 1;
    const isFlagged = threshold !== null && p[i] >= threshold;
    all += weight;
    if (isFlagged) selected += weight;
    if (isFlagged) selectedSquares += weight * weight;
    if (y[i]) yes += weight;
    if (y[i]) yesSquares += weight * weight;
    if (y[i] && isFlagged) hits += weight;
  }
  return {
    threshold,
    flagged: all === 0 ? 0 : selected / all,
    precision: estimate(hits, selected, selectedSquares),
    recall: estimate(hits, yes, yesSquares),
  };
}

function intervalOf(hits: number, all: number): Interval | null {
  return all === 0 ? null : wilson(hits, all);
}

/** One point of the curve of a report. */
export interface CurvePoint {
  threshold: number;
  flagged: number;
  precision: number;
  recall: number;
  /** Wilson's two-sided 95 % intervals, of the effective numbers of rows; null without rows. */
  precisionInterval: Interval | null;
  recallInterval: Interval | null;
}

/** Precision and recall over descending thresholds: at most `max` points, evenly spaced by rank, with both ends. */
export function thresholdCurve(labels: Labels, max = 200): CurvePoint[] {
  const { sums: candidates, precision, recall } = candidateViews(labels);
  const last = candidates.threshold.length - 1;
  const points = Math.min(max, last + 1);
  return Array.from({ length: points }, (_, i) => {
    const at = points === 1 ? 0 : Math.round((i * last) / (points - 1));
    return {
      threshold: candidates.threshold[at],
      flagged: candidates.selected[at] / candidates.n,
      precision: precisionAt(candidates, at),
      recall: recallAt(candidates, at),
      precisionInterval: intervalOf(precision.truePositives[at], precision.selected[at]),
      recallInterval: intervalOf(recall.truePositives[at], recall.positives),
    };
  });
}

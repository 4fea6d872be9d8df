import { Interval, wilson, wilsonLower } from '../interval/proportion';
import { Labels } from '../label/labels';
import { precisionAt, recallAt } from './candidates';
import { candidateViews, effectiveNumber } from './weighted';

/** A share with its uncertainty. */
export interface Estimate {
  value: number;
  /** Wilson, two-sided, 95 %. */
  interval: Interval;
  /** Wilson, one-sided, 95 %: what `holds` stands on. */
  lower: number;
}

/** What a threshold does to the labelled answers. */
export interface Performance {
  /** Reads at or above it are flagged; null flags nothing. */
  threshold: number | null;
  /** Share of answers flagged, in [0, 1]. */
  flagged: number;
  /** Null when nothing is flagged. */
  precision: Estimate | null;
  /** Null without positives. */
  recall: Estimate | null;
}

/** A share of weights, as sure as the effective number of rows behind it makes it. */
function estimate(hits: number, all: number, squares: number): Estimate | null {
  const n = effectiveNumber(all, squares);
  if (n === 0) return null;
  const value = hits / all;
  return { value, interval: wilson(value * n, n), lower: wilsonLower(value * n, n) };
}

/** What flagging p >= `threshold` does; the threshold need not be one of the reads. @param threshold null flags nothing */
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

/** One point of the curve of a report. */
export interface CurvePoint {
  threshold: number;
  flagged: number;
  precision: number;
  recall: number;
}

/** Precision and recall over thresholds, descending; at most `most` points, even in rank, both ends among them. */
export function thresholdCurve(labels: Labels, most = 200): CurvePoint[] {
  const { sums: candidates } = candidateViews(labels);
  const last = candidates.threshold.length - 1;
  const points = Math.min(most, last + 1);
  return Array.from({ length: points }, (_, i) => {
    const at = points === 1 ? 0 : Math.round((i * last) / (points - 1));
    return {
      threshold: candidates.threshold[at],
      flagged: candidates.selected[at] / candidates.n,
      precision: precisionAt(candidates, at),
      recall: recallAt(candidates, at),
    };
  });
}

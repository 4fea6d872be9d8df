import { Interval, wilson, wilsonLower } from '../interval/proportion';
import { Labels, classCounts } from '../label/labels';
import { candidatesOf, precisionAt, recallAt } from './candidates';

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

function estimate(k: number, n: number): Estimate | null {
  return n === 0 ? null : { value: k / n, interval: wilson(k, n), lower: wilsonLower(k, n) };
}

/** What flagging p >= `threshold` does; the threshold need not be one of the reads. @param threshold null flags nothing */
export function performanceAt({ p, y }: Labels, threshold: number | null): Performance {
  let selected = 0;
  let hits = 0;
  for (let i = 0; threshold !== null && i < p.length; i += 1) {
    if (p[i] < threshold) continue;
    selected += 1;
    if (y[i]) hits += 1;
  }
  const { n, positives } = classCounts(y);
  const flagged = n === 0 ? 0 : selected / n;
  return { threshold, flagged, precision: estimate(hits, selected), recall: estimate(hits, positives) };
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
  const candidates = candidatesOf(labels);
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

import { type Estimate, clusteredShare, estimateShare } from '../interval/clustered-share';
import { Interval, wilson } from '../interval/proportion';
import { Labels } from '../label/labels';
import { precisionAt, recallAt } from './candidates';
import { candidateViews } from './weighted';

export type { Estimate } from '../interval/clustered-share';

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

/**
 * Share of the rows labelled yes, weighted, with the interval of its effective number of rows, by document.
 * @returns null without weight
 */
export function weightedShare({ y, weights, units }: Pick<Labels, 'y' | 'weights' | 'units'>): Estimate | null {
  return estimateShare(y, { units, weights });
}

/** Performance of flagging p >= `threshold`. @param threshold any number, not only a read; null flags nothing */
export function performanceAt({ p, y, weights, units }: Labels, threshold: number | null): Performance {
  const isFlagged = Uint8Array.from({ length: p.length }, (_, i) => (threshold !== null && p[i] >= threshold ? 1 : 0));
  const weightOf = (i: number) => (weights ? weights[i] : 1);
  const among = (isIn: (i: number) => boolean) =>
    Float64Array.from({ length: p.length }, (_, i) => (isIn(i) ? weightOf(i) : 0));
  return {
    threshold,
    flagged: clusteredShare(isFlagged, { units, weights })?.share ?? 0,
    precision: estimateShare(y, { units, weights: among((i) => isFlagged[i] > 0) }),
    recall: estimateShare(isFlagged, { units, weights: among((i) => y[i] > 0) }),
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

/**
 * Precision and recall over descending thresholds: at most `max` points, evenly spaced by rank, with both ends. Thresholds above
 * which every label weighs nothing, since no answer of now lies there, flag nothing and have no precision: the curve begins below.
 */
export function thresholdCurve(labels: Labels, max = 200): CurvePoint[] {
  const { sums: candidates, precision, recall } = candidateViews(labels);
  const flagging = candidates.selected.findIndex((sum) => sum > 0);
  const first = flagging < 0 ? candidates.threshold.length : flagging;
  const last = candidates.threshold.length - 1;
  const points = Math.min(max, last - first + 1);
  return Array.from({ length: points }, (_, i) => {
    const at = points === 1 ? first : first + Math.round((i * (last - first)) / (points - 1));
    return {
      threshold: candidates.threshold[at],
      flagged: candidates.selected[at] / candidates.n,
      precision: precisionAt(candidates, at),
      recall: recallAt(candidates, at),
      precisionInterval: intervalOf(precision.truePositives[at], precision.selected[at]),
      recallInterval: intervalOf(recall.hits[at], recall.trials[at]),
    };
  });
}

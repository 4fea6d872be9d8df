import { FlaggedShiftView } from '@app/contracts/events';
import { Thresholds } from '@app/definition';
import { StoredFit, combine, combinerOf } from '@app/statistics';
import { featuresOf, partsOf } from '../outcome/label/label-beside';
import { LabelSet } from '../outcome/label/label-set';
import { designOf } from '../outcome/label/sample-design';
import { thresholdPerformances } from '../report/threshold-performance';

/** What a fit moves, by name of the threshold. */
export type FlaggedShifts = Record<string, FlaggedShiftView>;

interface Fits {
  /** The fit in force until now; null before the first one, when the parts have the same weight. */
  before: { stored: StoredFit } | null;
  after: { stored: StoredFit };
  /** Of the engine's probability grid. */
  floor: number;
}

/**
 * What share of the answers each threshold of a composite judgment flags, as the fit in force combined the labelled answers and as
 * the new one does. Where all answers were counted, the labels are weighted to stand for them.
 * @returns null for a judgment without parts, whose thresholds no fit moves, and for one without thresholds
 */
export function flaggedShifts(set: LabelSet, { before, after, floor }: Fits, thresholds: Thresholds) {
  const names = Object.keys(thresholds);
  if (set.form.parts.length === 0 || names.length === 0) return null;
  const combinedBefore = { ...set, reads: combinedBy(before?.stored ?? null, set, floor) };
  // The counts are of answers that the fit in force combined.
  const design = designOf(combinedBefore);
  const flaggedBy = (reads: Float64Array) =>
    thresholdPerformances({ ...set, reads, population: null }, design, thresholds);
  const [old, next] = [flaggedBy(combinedBefore.reads), flaggedBy(combinedBy(after.stored, set, floor))];
  return Object.fromEntries(
    names.map((name) => [name, { flagged_before: old[name].flagged, flagged_after: next[name].flagged }]),
  ) satisfies FlaggedShifts;
}

/** The p of each labelled answer by a fit's combiner. */
function combinedBy(stored: StoredFit | null, set: LabelSet, floor: number): Float64Array {
  const combiner = stored && combinerOf(stored);
  return Float64Array.from(set.y.keys(), (label) =>
    combine(partsOf(set, label), featuresOf(set, label), combiner, floor),
  );
}

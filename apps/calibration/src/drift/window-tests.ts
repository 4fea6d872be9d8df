import { type DriftTests, type StoredFit, boolDrift, choiceDrift, scoreDrift } from '@app/statistics';
import { readLabel } from '../figure/fit/make-fit';
import { type LabelSet, classRows, pick, widthOf } from '../outcome/label/label-set';
import { weightsOf } from '../outcome/label/label-weights';

/** A fit from before a window, and the labels on which it is looked at. */
export interface FitBefore {
  stored: StoredFit;
  /** Its held-out log loss when it was made, in nats. */
  promised: number;
  /** Indexes of labels from before the window. */
  before: readonly number[];
  /** Indexes of the window's labels. */
  window: readonly number[];
}

/**
 * Tests whether the labels of a window are what a fit that did not know them reads. Labels of the review queue count for as many
 * answers as they stand for.
 * @param floor of the engine's probability grid
 * @returns null without labels in the window or before it
 */
export function windowTests(
  set: LabelSet,
  { stored, promised, before, window }: FitBefore,
  floor: number,
): DriftTests | null {
  if (window.length === 0 || before.length === 0) return null;
  const sides = { window: readRows(set, window, stored), before: readRows(set, before, stored) };
  const { type, levels } = set.form;
  if (type === 'bool') {
    const rowsOf = ({ own, reads, rows }: ReadRows) => ({ ...rows, p: reads, y: own.y });
    return boolDrift({ window: rowsOf(sides.window), before: rowsOf(sides.before), promised, floor });
  }
  const rowsOf = ({ own, reads, rows }: ReadRows) => ({ ...rows, ...classRows(own, reads) });
  const drift = { window: rowsOf(sides.window), before: rowsOf(sides.before), promised, floor };
  return type === 'choice' ? choiceDrift(drift) : scoreDrift(drift, levels);
}

type ReadRows = ReturnType<typeof readRows>;

function readRows(set: LabelSet, indexes: readonly number[], stored: StoredFit) {
  const own = pick(set, indexes);
  const width = widthOf(own.form);
  const reads = new Float64Array(own.y.length * width);
  own.y.forEach((_, label) => reads.set(readLabel(stored, own, label), label * width));
  return { own, reads, rows: { units: own.units, weights: weightsOf(own, [...own.y.keys()]) } };
}

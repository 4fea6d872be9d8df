import { type DriftTests, type WindowSeen, boolDrift, choiceDrift, scoreDrift } from '@app/statistics';
import { lossesOf } from '../figure/figures';
import { readLabel } from '../figure/fit/make-fit';
import { type LabelSet, classRows, pick, rowOf, widthOf } from '../outcome/label/label-set';
import { weightsOf } from '../outcome/label/label-weights';
import type { FitBefore } from './fit-before';

/** A fit from before a window, and the labels on which it is looked at. */
export interface Sides extends Pick<FitBefore, 'stored' | 'promised'> {
  /** How many labels the fit was made of; left out: as many as are of before. */
  labels?: number;
  /** Indexes of labels from before the window. */
  before: readonly number[];
  /** Indexes of the window's labels. */
  window: readonly number[];
}

/** The tests, and the loss that the window's is compared with, in nats. */
export type WindowTests = DriftTests & { promised: number };

/** Each side is looked at by so many numbers, which take a tenth of a second of the service's own thread. */
const mostNumbers = 50_000;
const mostLabels = 10_000;

/**
 * Tests whether the labels of a window are what a fit that did not know them reads. Labels count for as many answers as they stand
 * for. Of more than 10,000 labels the first ones are taken, which are chosen by chance: sets are ordered by a hash of the document.
 * @param floor of the engine's probability grid
 * @returns null without labels in the window or before it
 */
export function windowTests(
  set: LabelSet,
  { stored, promised, labels, before, window }: Sides,
  floor: number,
): WindowTests | null {
  if (window.length === 0 || before.length === 0) return null;
  const [now, then] = [window, before].map((indexes) =>
    sideOf(set, indexes, (own, label) => readLabel(stored, own, label)),
  );
  const expected = promised ?? meanLoss(then, floor);
  return { ...testsOf({ window: now, before: then, promised: expected, fitted: labels, floor }), promised: expected };
}

/** What the labels of a window show as they are read now: tests against themselves would say nothing. */
export function windowSeen(set: LabelSet, window: readonly number[], reads: Float64Array, floor: number): WindowSeen {
  const width = widthOf(set.form);
  const now = sideOf(set, window, (_, label) => rowOf(reads, width, window[label]));
  return testsOf({ window: now, before: now, promised: 0, floor }).seen;
}

type Side = ReturnType<typeof sideOf>;

function sideOf(set: LabelSet, indexes: readonly number[], read: (own: LabelSet, label: number) => Float64Array) {
  const width = widthOf(set.form);
  const own = pick(set, indexes.slice(0, Math.min(mostLabels, Math.floor(mostNumbers / width))));
  const reads = new Float64Array(own.y.length * width);
  own.y.forEach((_, label) => reads.set(read(own, label), label * width));
  return { own, reads, rows: { units: own.units, weights: weightsOf(own, [...own.y.keys()]) } };
}

function testsOf({
  window,
  before,
  ...drift
}: {
  window: Side;
  before: Side;
  promised: number;
  fitted?: number;
  floor: number;
}) {
  const { type, levels, optionsVary } = window.own.form;
  if (type === 'bool') {
    const rowsOf = ({ own, reads, rows }: Side) => ({ ...rows, p: reads, y: own.y });
    return boolDrift({ ...drift, window: rowsOf(window), before: rowsOf(before) });
  }
  const rowsOf = ({ own, reads, rows }: Side) => ({ ...rows, ...classRows(own, reads) });
  const classes = { ...drift, window: rowsOf(window), before: rowsOf(before) };
  return type === 'choice' ? choiceDrift(classes, optionsVary) : scoreDrift(classes, levels);
}

function meanLoss({ own, reads, rows: { weights } }: Side, floor: number): number {
  const losses = lossesOf(own, reads, floor);
  const weightAt = (row: number) => (weights ? weights[row] : 1);
  const all = losses.reduce((sum, _, row) => sum + weightAt(row), 0);
  return losses.reduce((sum, loss, row) => sum + weightAt(row) * loss, 0) / all;
}

import { choiceLosses, topLabels } from '../choice/choice-metric';
import { logLosses } from '../metric/loss';
import { Numbers } from '../number/numbers';
import { clip, logit } from '../number/probability';
import { expectedScore } from '../score/score-metric';
import { familyLevel } from '../test/multiplicity';
import { Column, offsetOf, residualsOf, weighedSum } from './column';
import { likenessOf } from '../interval/likeness';
import { LabelRows, effectiveDocuments, residualTest } from './residual-test';
import { SlopeColumn, SlopeTest, coxSlope, slopeTest } from './slope';

/** What was read of a window's labels beside what came true. */
export interface DriftMean {
  /** Of a choice the option that differs most beyond noise, as its place in the reads; else null. */
  option: number | null;
  /** Mean read: of a bool a share, of a choice the option's share, of a score in the unit of its levels. */
  read: number;
  /** What came true, in the same unit. */
  observed: number;
  /** Corrected, see `DriftTests`. */
  p: number;
}

/** The mean loss of a window's labels beside the promised one, in nats. */
export interface DriftLoss {
  loss: number;
  expected: number;
  p: number;
}

/** The tests of one window. */
export type DriftKind = 'mean' | 'slope' | 'loss';

/**
 * Three tests of a window's labels as a fit from before the window reads them: whether as much came true as was read
 * (calibration in the large), whether what was read says too much or too little (slope), and whether the loss is worse than
 * promised. What is off on the fit's own labels is no drift: it is taken out. Each p is multiplied by three, so that unchanged
 * answers fail any of the tests in at most one window of twenty.
 */
export interface DriftTests {
  /** Null below two documents, as the others are. */
  mean: DriftMean | null;
  /** Null also where all reads are equal. */
  slope: SlopeTest | null;
  loss: DriftLoss | null;
  /** The tests that fail beyond noise. */
  failed: DriftKind[];
}

/** Labels of a bool. */
export interface BoolRows extends LabelRows {
  /** How the fit from before the window reads each label. */
  p: Numbers;
  y: Numbers;
}

/** Labels of several classes. */
export interface ClassRows extends LabelRows {
  /** How the fit from before the window reads each label: one probability for each option or level. */
  dists: readonly Numbers[];
  /** Place of the option or level that came true. */
  y: Numbers;
}

/** Labels of a window, those that the fit was made of, and what it promised. */
export interface Drift<Rows> {
  window: Rows;
  /** Read by the same fit, which knows them. */
  before: Rows;
  /** The fit's held-out loss when it was made, in nats. */
  promised: number;
  /** Of the engine's probability grid. */
  floor?: number;
}

/** @see docs/methods.md#drift; Cox 1958, Biometrika 45; Miller, Hui and Tierney 1991, Statistics in Medicine 10 */
export function boolDrift(drift: Drift<BoolRows>): DriftTests {
  const { window, before, floor } = drift;
  const pair = { option: null, window: shareColumn(window, floor), before: shareColumn(before, floor) };
  const slope = shareSlope(pair);
  return gathered(meanTest([pair]), slope, lossTest(logLosses(window, floor), drift));
}

/** Compares each option, corrected for their number; the slope is that of the likeliest option. */
export function choiceDrift(drift: Drift<ClassRows>): DriftTests {
  const { window, before, floor } = drift;
  const optionOf = ({ dists, y, ...rows }: ClassRows, option: number) => {
    const p = Float64Array.from(dists, (dist) => dist[option] ?? 0);
    return shareColumn({ ...rows, p, y: p.map((_, row) => (y[row] === option ? 1 : 0)) }, floor);
  };
  const options = Array.from({ length: window.dists[0]?.length ?? 0 }, (_, option) => {
    return { option, window: optionOf(window, option), before: optionOf(before, option) };
  });
  const likeliest = ({ dists, y, ...rows }: ClassRows) => shareColumn({ ...rows, ...topLabels(dists, y) }, floor);
  const slope = shareSlope({ window: likeliest(window), before: likeliest(before) });
  return gathered(meanTest(options), slope, lossTest(choiceLosses(window.dists, window.y, floor), drift));
}

/** Compares the mean score with the mean level that came true. @param levels their values, ascending */
export function scoreDrift(drift: Drift<ClassRows>, levels: Numbers): DriftTests {
  const { window, before, floor } = drift;
  const pair = { option: null, window: scoreColumn(window, levels), before: scoreColumn(before, levels) };
  const losses = choiceLosses(window.dists, window.y, floor);
  return gathered(meanTest([pair]), slopeTest(pair.window, pair.before), lossTest(losses, drift));
}

interface Pair<Rows> {
  window: Rows;
  before: Rows;
}

/** The test of the numbers that differ most; p is corrected for how many there are. */
function meanTest(pairs: readonly (Pair<Column & LabelRows> & { option: number | null })[]): DriftMean | null {
  const found = pairs.flatMap(({ option, window, before }) => {
    const { read, came, deviations, units } = window;
    const values = residualsOf(window, offsetOf(before, before));
    const residuals = { values, deviations, likeness: likenessOf(values, deviations, units) };
    const test = residualTest(residuals, window, { documents: effectiveDocuments(before.read.length, before) });
    if (!test) return [];
    const all = weighedSum(read.length, window, () => 1);
    const mean = (of: Numbers) => weighedSum(read.length, window, (row) => of[row]) / all;
    return [{ option, read: mean(read), observed: mean(came), p: test.p }];
  });
  if (found.length === 0) return null;
  const least = found.reduce((a, b) => (b.p < a.p ? b : a));
  return { ...least, p: Math.min(1, found.length * least.p) };
}

function shareSlope({ window, before }: Pair<SlopeColumn>): SlopeTest | null {
  const test = slopeTest(window, before);
  return test && { slope: coxSlope(window.x, window.came, window), p: test.p };
}

function lossTest(losses: Float64Array, { window, before, promised }: Drift<BoolRows | ClassRows>): DriftLoss | null {
  const values = losses.map((one) => one - promised);
  const documents = effectiveDocuments(before.y.length, before);
  const test = residualTest({ values, deviations: null, likeness: 0 }, window, { documents, side: 'above' });
  return test && { loss: promised + test.mean, expected: promised, p: test.p };
}

const tests = 3;

function gathered(mean: DriftMean | null, slope: SlopeTest | null, loss: DriftLoss | null): DriftTests {
  const corrected = <Test extends { p: number }>(test: Test | null) =>
    test && { ...test, p: Math.min(1, tests * test.p) };
  const found = { mean: corrected(mean), slope: corrected(slope), loss: corrected(loss) };
  const kinds = ['mean', 'slope', 'loss'] as const;
  return { ...found, failed: kinds.filter((kind) => (found[kind]?.p ?? 1) <= familyLevel) };
}

/** A read of 0 or 1 stands for what the engine's grid cannot tell from it. */
function shareColumn({ p, y, units, weights }: BoolRows, floor?: number): SlopeColumn {
  const spread = Float64Array.from({ length: p.length }, (_, row) => clip(p[row], floor) * (1 - clip(p[row], floor)));
  const x = Float64Array.from({ length: p.length }, (_, row) => logit(p[row], floor));
  return { read: p, came: y, deviations: spread.map((one) => Math.sqrt(one)), x, spread, units, weights };
}

function scoreColumn({ dists, y, units, weights }: ClassRows, levels: Numbers): SlopeColumn {
  const read = Float64Array.from(dists, (dist) => expectedScore(dist, levels));
  const came = read.map((_, row) => levels[y[row]]);
  const deviations = read.map((mean, row) => Math.sqrt(varianceOf(dists[row], levels, mean)));
  return { read, came, deviations, x: read, spread: read.map(() => 1), units, weights };
}

/** The variance of a level that is drawn from a distribution. */
function varianceOf(dist: Numbers, levels: Numbers, mean: number): number {
  let sum = 0;
  for (let k = 0; k < levels.length; k += 1) sum += dist[k] * (levels[k] - mean) ** 2;
  return sum;
}

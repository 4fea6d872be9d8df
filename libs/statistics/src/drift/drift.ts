import { choiceLosses } from '../choice/choice-metric';
import { logLosses } from '../metric/loss';
import { Numbers } from '../number/numbers';
import { familyLevel } from '../test/multiplicity';
import { Column, offsetOf, residualsOf } from './column';
import { BoolRows, ClassRows, likeliestColumn, optionColumn, scoreColumn, shareColumn } from './reads';
import { likenessOf } from '../interval/likeness';
import { LabelRows, effectiveDocuments, residualTest } from './residual-test';
import { SeenMean, WindowSeen, seenLoss, seenMean } from './seen';
import { SlopeColumn, SlopeTest, coxSlope, slopeTest } from './slope';

/** A test of a window. */
export interface DriftTest {
  /** Student's t with as many degrees of freedom as documents, less one. */
  statistic: number;
  /** Corrected, see `DriftTests`. */
  p: number;
}

/** What was read of a window's labels beside what came true: of a choice, of the option that differs most beyond noise. */
export type DriftMean = SeenMean & DriftTest;

/** The mean loss of a window's labels beside the promised one, in nats. */
export interface DriftLoss extends DriftTest {
  loss: number;
  expected: number;
}

/** The tests of one window. */
export type DriftKind = 'mean' | 'slope' | 'loss';

/**
 * Three tests of a window's labels as a fit from before the window reads them: whether as much came true as was read
 * (calibration in the large), whether what was read says too much or too little (slope), and whether the loss is worse than
 * promised. What is off on the fit's own labels is no drift: it is taken out. Each p is multiplied, so that unchanged answers fail
 * any of the tests in at most one window of twenty.
 */
export interface DriftTests {
  seen: WindowSeen;
  /** Null below two documents, as the others are. */
  mean: DriftMean | null;
  /** Null also where all reads are equal. */
  slope: SlopeTest | null;
  loss: DriftLoss | null;
  /** The tests that fail beyond noise. */
  failed: DriftKind[];
}

/** Labels of a window, those that the fit was made of, and what it promised. */
export interface Drift<Rows> {
  window: Rows;
  /** Read by the same fit, which knows them. */
  before: Rows;
  /** The fit's held-out loss when it was made, in nats. */
  promised: number;
  /** How many labels the fit was made of; left out: as many as there are of before. */
  fitted?: number;
  /** Of the engine's probability grid. */
  floor?: number;
}

/** @see docs/methods.md#drift; Cox 1958, Biometrika 45; Miller, Hui and Tierney 1991, Statistics in Medicine 10 */
export function boolDrift(drift: Drift<BoolRows>): DriftTests {
  const pair = pairOf(drift, (rows) => shareColumn(rows, drift.floor));
  return testsOf([pair], { slope: shareSlope(pair), losses: boolLosses(drift.window, drift.floor), drift });
}

/**
 * Compares each option, corrected for their number; the slope is that of the likeliest option.
 * @param optionsVary each label has options of its own: the likeliest alone is compared
 */
export function choiceDrift(drift: Drift<ClassRows>, optionsVary = false): DriftTests {
  const { window, floor } = drift;
  const top = pairOf(drift, (rows) => likeliestColumn(rows, floor));
  const options = Array.from({ length: window.dists[0]?.length ?? 0 }, (_, option) => {
    return pairOf(drift, (rows) => optionColumn(rows, option, floor), option);
  });
  return testsOf(optionsVary ? [top] : options, { slope: shareSlope(top), losses: classLosses(window, floor), drift });
}

/** Compares the mean score with the mean level that came true. @param levels their values, ascending */
export function scoreDrift(drift: Drift<ClassRows>, levels: Numbers): DriftTests {
  const pair = pairOf(drift, (rows) => scoreColumn(rows, levels));
  const slope = slopeTest(pair.window, pair.before);
  return testsOf([pair], { slope, losses: classLosses(drift.window, drift.floor), drift });
}

/** A number of the window's labels, and the same of the labels of before. */
interface Pair {
  option: number | null;
  window: SlopeColumn;
  before: SlopeColumn;
}

function pairOf<Rows>({ window, before }: Drift<Rows>, of: (rows: Rows) => SlopeColumn, option: number | null = null) {
  return { option, window: of(window), before: of(before) };
}

const boolLosses = (rows: BoolRows, floor?: number) => logLosses(rows, floor);
const classLosses = ({ dists, y }: ClassRows, floor?: number) => choiceLosses(dists, y, floor);

/** The test of the numbers that differ most; p is corrected for how many there are. */
function meanTest(pairs: readonly Pair[]): DriftMean | null {
  const found = pairs.flatMap(({ option, window, before }) => {
    const test = offTest(window, before);
    return test ? [{ ...seenMean(option, window), statistic: test.statistic, p: test.p }] : [];
  });
  if (found.length === 0) return null;
  const least = found.reduce((a, b) => (b.p < a.p ? b : a));
  return { ...least, p: Math.min(1, found.length * least.p) };
}

function offTest(window: Column & LabelRows, before: Column & LabelRows) {
  const { deviations, units } = window;
  const values = residualsOf(window, offsetOf(before, before));
  const residuals = { values, deviations, likeness: likenessOf(values, deviations, units) };
  return residualTest(residuals, window, { documents: effectiveDocuments(before.read.length, before) });
}

function shareSlope({ window, before }: Pair): SlopeTest | null {
  const test = slopeTest(window, before);
  return test && { ...test, slope: coxSlope(window.x, window.came, window) };
}

function lossTest(losses: Float64Array, { window, before, promised, fitted }: Drift<BoolRows | ClassRows>) {
  const values = losses.map((one) => one - promised);
  const documents = Math.min(effectiveDocuments(before.y.length, before), fitted ?? Infinity);
  const test = residualTest({ values, deviations: null, likeness: 0 }, window, { documents, side: 'above' });
  return test && { loss: promised + test.mean, expected: promised, statistic: test.statistic, p: test.p };
}

/**
 * By what each p is multiplied. The shares of the level sum to less than it: the slope has a fourth, since of 1,200 unchanged worlds
 * it failed in nearly twice its share.
 */
const correction = { mean: 3, slope: 4, loss: 3 } as const;

interface Parts {
  slope: SlopeTest | null;
  /** Of the window's labels. */
  losses: Float64Array;
  drift: Drift<BoolRows | ClassRows>;
}

function testsOf(pairs: readonly Pair[], { slope, losses, drift }: Parts): DriftTests {
  const corrected = <Test extends { p: number }>(test: Test | null, by: number) =>
    test && { ...test, p: Math.min(1, by * test.p) };
  const found = {
    mean: corrected(meanTest(pairs), correction.mean),
    slope: corrected(slope, correction.slope),
    loss: corrected(lossTest(losses, drift), correction.loss),
  };
  const kinds = ['mean', 'slope', 'loss'] as const;
  const seen = { means: pairs.map((pair) => seenMean(pair.option, pair.window)), ...seenLoss(losses, drift.window) };
  return { seen, ...found, failed: kinds.filter((kind) => (found[kind]?.p ?? 1) <= familyLevel) };
}

import { sortLabels, tallyOf } from '../label/tally';
import { fitPlatt, readPlatt } from '../map/platt';
import { logLoss } from '../metric/loss';
import { sigmoid } from '../number/probability';
import { Random, randomOf } from '../random/random';
import { DriftTests, boolDrift } from './drift';

const floor = 0.005;

/** Labels before a window and in it, of an engine that knows nothing of a change. */
export interface WindowCase {
  name: string;
  /** Mean log odds of the documents. */
  mean: number;
  /** Their deviation. */
  deviation: number;
  /** The log odds that come true in the window, of the engine's own. */
  now: (z: number) => number;
  fitted: number;
  labels: number;
  /** Labels of each document of the window, all with one outcome. */
  times?: number;
}

/** The tests of one window, read by Platt's map of the labels before it. */
export function testsOf(one: WindowCase, seed: number): DriftTests {
  const random = randomOf(seed);
  const old = drawn(one, one.fitted, (z) => z, random);
  const fit = fitPlatt(tallyOf(sortLabels(old.p, old.y)), { floor });
  const times = one.times ?? 1;
  const window = drawn(one, one.labels / times, one.now, random);
  const rows = Array.from({ length: one.labels }, (_, row) => Math.floor(row / times));
  const reads = rows.map((row) => readPlatt(fit, window.p[row]));
  const y = rows.map((row) => window.y[row]);
  // The loss of other labels than those of the fit is what held-out reads promise.
  const promised = drawn(one, one.fitted, (z) => z, random);
  const loss = logLoss({ p: promised.p.map((p) => readPlatt(fit, p)), y: promised.y }, floor);
  const before = { p: old.p.map((p) => readPlatt(fit, p)), y: old.y };
  return boolDrift({ window: { p: reads, y, units: rows }, before, promised: loss, floor });
}

function drawn({ mean, deviation }: WindowCase, count: number, happens: (z: number) => number, random: Random) {
  const z = Array.from({ length: count }, () => mean + deviation * random.normal());
  return { p: z.map(sigmoid), y: z.map((one) => (random.uniform() < sigmoid(happens(one)) ? 1 : 0)) };
}

const steady = (z: number) => z;

/** Nothing has changed in these. */
export const unchanged: readonly WindowCase[] = [
  { name: 'an exact engine', mean: -0.5, deviation: 1.5, now: steady, fitted: 450, labels: 150 },
  { name: 'a weak engine', mean: 0, deviation: 0.7, now: steady, fitted: 450, labels: 150 },
  { name: 'a window as large as the fit', mean: -0.5, deviation: 1.5, now: steady, fitted: 200, labels: 200 },
  { name: 'a fit of 50 labels', mean: -0.5, deviation: 1.5, now: steady, fitted: 50, labels: 50 },
  { name: '3 % come true', mean: -4, deviation: 1, now: steady, fitted: 600, labels: 150 },
  { name: 'a small window', mean: -0.5, deviation: 1.5, now: steady, fitted: 450, labels: 12 },
  { name: 'five labels a document', mean: 0, deviation: 1.5, now: steady, fitted: 200, labels: 200, times: 5 },
];

/** A truth that moved, and the test that must see it. */
export const changed: readonly (WindowCase & { sees: 'mean' | 'slope' })[] = [
  { name: 'lower by 0.7', mean: 0, deviation: 0.7, now: (z) => z - 0.7, fitted: 450, labels: 150, sees: 'mean' },
  { name: 'lower by 1.4', mean: 0, deviation: 0.7, now: (z) => z - 1.4, fitted: 450, labels: 150, sees: 'mean' },
  { name: 'higher by 1.4', mean: 0, deviation: 0.7, now: (z) => z + 1.4, fitted: 450, labels: 150, sees: 'mean' },
  { name: 'told half as well', mean: 0, deviation: 2, now: (z) => z / 3, fitted: 450, labels: 200, sees: 'slope' },
];

import { betaCdf } from '../distribution/beta';
import { softmax } from '../choice/temperature';
import { studentUpper } from '../distribution/student';
import { sigmoid } from '../number/probability';
import { lossInterval } from '../interval/mean';
import { Random, randomOf } from '../random/random';
import { boolDrift, choiceDrift, scoreDrift } from './drift';
import { changed, testsOf, unchanged } from './windows.fake';

const isLong = process.env.LONG === '1';
const windows = isLong ? 4_000 : 100;
/** The false alarms of all tests together, and the bound that 99.9 % of so many windows keep when it holds. */
const level = 0.05;
const most = (() => {
  let count = 0;
  while (1 - betaCdf(level, count + 1, windows - count) < 0.999) count += 1;
  return count;
})();

describe('the drift tests', () => {
  it.each(unchanged)('alarm in at most one window of twenty where nothing changed: $name [CAL-01]', (one) => {
    const alarms = Array.from({ length: windows }, (_, seed) => testsOf(one, seed + 1).failed).filter(
      (failed) => failed.length > 0,
    );
    expect(alarms.length).toBeLessThanOrEqual(most);
  });

  it.each(changed)('see a truth that is $name [CAL-01]', (one) => {
    const seen = Array.from({ length: windows }, (_, seed) => testsOf(one, seed + 1).failed);
    const share = seen.filter((failed) => failed.includes(one.sees)).length / windows;
    expect(share).toBeGreaterThan(0.5);
  });
});

/** Rows of three classes that come true as `dists` say, but for `moved` log odds of one of them. */
function classRows(labels: number, moved: number, random: Random) {
  const logits = Array.from({ length: labels }, () => [0, 1, 2].map(() => 1.5 * random.normal()));
  const y = logits.map((row) => {
    const at = random.uniform();
    const chances = softmax(row.map((one, k) => (k === 1 ? one + moved : one)));
    return at < chances[0] ? 0 : at < chances[0] + chances[1] ? 1 : 2;
  });
  return { dists: logits.map((row) => softmax(row)), y };
}
function classDrift(labels: number, moved: number, seed: number) {
  const random = randomOf(seed);
  const [window, before] = [classRows(labels, moved, random), classRows(1_000, 0, random)];
  return { window, before, promised: 0.75, floor: 0.005 };
}

describe('the drift tests of several classes', () => {
  const shareOf = (fails: (seed: number) => boolean) =>
    Array.from({ length: windows }, (_, seed) => fails(seed + 1)).filter(Boolean).length / windows;

  it('alarm in at most one window of twenty where reads are right [CAL-01]', () => {
    const choice = shareOf((seed) => choiceDrift(classDrift(150, 0, seed)).failed.length > 0);
    const score = shareOf((seed) => scoreDrift(classDrift(150, 0, seed), [1, 2, 5]).failed.length > 0);
    expect([choice, score].filter((share) => share > most / windows)).toEqual([]);
  });

  it('name the option of a choice that moved, with what was read and what came true [CAL-01]', () => {
    const { mean, failed } = choiceDrift(classDrift(300, -1.5, 1));
    expect(failed).toContain('mean');
    expect(mean).toMatchObject({ option: 1 });
    expect(mean?.read).toBeGreaterThan((mean?.observed ?? 1) + 0.1);
  });

  it('compare the likeliest option alone where each answer has options of its own [ST-F1]', () => {
    const { mean, seen } = choiceDrift(classDrift(300, -1.5, 1), true);
    expect(mean?.option).toBeNull();
    expect(seen.means).toHaveLength(1);
    expect(choiceDrift(classDrift(300, -1.5, 1)).seen.means.map(({ option }) => option)).toEqual([0, 1, 2]);
  });

  it('compare the mean of a score in the unit of its levels [CAL-01]', () => {
    const levels = [10, 20, 60];
    const drift = classDrift(300, 1.5, 2);
    const { mean, failed } = scoreDrift(drift, levels);
    expect(failed).toContain('mean');
    const observed = Array.from(drift.window.y, (at) => levels[at]);
    expect(mean?.observed).toBeCloseTo(observed.reduce((sum, one) => sum + one, 0) / 300, 9);
  });
});

const turnedOf = (y: number[]) => y.map((one) => 1 - one);

describe('one window', () => {
  const p = [0.2, 0.4, 0.5, 0.7, 0.9, 0.3];
  const y = [0, 1, 0, 1, 1, 0];
  /** Twelve labels of which exactly as much came true as was read, in the mean and by slope. */
  const right = {
    p: Array.from({ length: 12 }, (_, row) => (row < 4 ? 0.25 : row < 8 ? 0.5 : 0.75)),
    y: [1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0],
  };
  const testsOfWindow = (window: Parameters<typeof boolDrift>[0]['window']) =>
    boolDrift({ window, before: right, promised: 0.5 });

  it('of single labels has the z of the score tests, with Student degrees and the error of the fit [CAL-01]', () => {
    const spread = p.map((one) => one * (1 - one));
    const all = spread.reduce((sum, one) => sum + one, 0);
    const logits = p.map((one) => Math.log(one / (1 - one)));
    const middle = spread.reduce((sum, one, row) => sum + one * logits[row], 0) / all;
    const information = spread.reduce((sum, one, row) => sum + one * (logits[row] - middle) ** 2, 0);
    const corrected = (z: number, by: number) => Math.min(1, by * 2 * studentUpper(Math.abs(z), 5));
    const [high, turned] = [y.map(() => 1), turnedOf(y)];
    for (const came of [high, turned]) {
      const { mean, slope } = testsOfWindow({ p, y: came });
      const total = p.reduce((sum, one, row) => sum + came[row] - one, 0);
      const score = p.reduce((sum, one, row) => sum + (came[row] - one) * (logits[row] - middle), 0);
      const [large, ofSlope] = [total / Math.sqrt(all * (1 + 6 / 12)), score / Math.sqrt(information * (1 + 6 / 6))];
      expect(mean?.statistic).toBeCloseTo(large, 12);
      expect(mean?.p).toBeCloseTo(corrected(large, 3), 12);
      expect(slope?.statistic).toBeCloseTo(ofSlope, 12);
      expect(slope?.p).toBeCloseTo(corrected(ofSlope, 4), 12);
    }
    expect(testsOfWindow({ p, y: high }).mean?.p).toBeLessThan(0.5);
    expect(testsOfWindow({ p, y: turned }).slope?.p).toBeLessThan(0.5);
  });

  it('in which each label stands five times under one document tells no more than once [CAL-01]', () => {
    const five = (values: number[]) => values.flatMap((value) => [value, value, value, value, value]);
    const once = testsOfWindow({ p, y });
    const often = testsOfWindow({ p: five(p), y: five(y), units: five([1, 2, 3, 4, 5, 6]) });
    for (const kind of ['mean', 'slope', 'loss'] as const) expect(often[kind]?.p).toBeCloseTo(once[kind]?.p ?? -1, 9);
  });

  it('has weights that count as so many answers, and tells less than as many labels do [CAL-01]', () => {
    const weights = [3, 1, 1, 1, 1, 3];
    const rows = weights.flatMap((weight, row) => Array.from({ length: weight }, () => row));
    const many = testsOfWindow({ p: rows.map((row) => p[row]), y: rows.map(() => 1) });
    const weighed = testsOfWindow({ p, y: y.map(() => 1), weights });
    expect(weighed.mean?.read).toBeCloseTo(many.mean?.read ?? -1, 12);
    expect(weighed.mean?.observed).toBeCloseTo(many.mean?.observed ?? -1, 12);
    expect(weighed.mean?.p).toBeGreaterThan(many.mean?.p ?? 1);
  });

  it('has the loss with its interval by document and weight: that of plain labels where each counts as one [CAL-01]', () => {
    const losses = p.map((one, row) => -Math.log(y[row] === 1 ? one : 1 - one));
    const { loss, interval } = testsOfWindow({ p, y }).seen;
    expect(loss).toBeCloseTo(losses.reduce((sum, one) => sum + one, 0) / 6, 12);
    const plain = lossInterval(losses) ?? [];
    interval?.forEach((end, at) => expect(end).toBeCloseTo(plain[at], 12));
    const weighed = testsOfWindow({ p, y, weights: [4, 1, 1, 1, 1, 4] }).seen;
    const heavy = [0, 5].map((row) => losses[row]);
    const sum = losses.reduce((all, one) => all + one, 0) + 3 * (heavy[0] + heavy[1]);
    expect(weighed.loss).toBeCloseTo(sum / 12, 12);
    expect(testsOfWindow({ p, y, weights: [2, 2, 2, 2, 2, 2] }).seen.interval).toEqual(interval);
  });

  it('is promised no more than the labels of its fit tell: a fit of few labels has a promise of much noise [ST-F1]', () => {
    const drift = { window: { p, y: turnedOf(y) }, before: right, promised: 0.3 };
    expect(boolDrift({ ...drift, fitted: 3 }).loss?.p).toBeGreaterThan(boolDrift(drift).loss?.p ?? 1);
  });

  it('that is off as the labels of before are has not moved [CAL-01]', () => {
    const random = randomOf(7);
    const rows = (labels: number, slope: number, shift: number) => {
      const z = Array.from({ length: labels }, () => 1.5 * random.normal());
      const y = z.map((one) => (random.uniform() < sigmoid(one) ? 1 : 0));
      return { p: z.map((one) => sigmoid(slope * one + shift)), y };
    };
    const [window, off, fine] = [rows(600, 1.4, 0.4), rows(4_000, 1.4, 0.4), rows(4_000, 1, 0)];
    expect(boolDrift({ window, before: off, promised: 0.6 }).failed).toEqual([]);
    expect(boolDrift({ window, before: fine, promised: 0.6 }).failed).toEqual(['mean', 'slope']);
  });

  it('of certain reads that are wrong fails: 0 and 1 stand for what the grid cannot tell from them [CAL-01]', () => {
    const window = { p: [0, 0, 0, 1, 1, 0, 0, 0], y: [1, 0, 0, 1, 1, 1, 0, 1] };
    expect(boolDrift({ window, before: right, promised: 0.5, floor: 0.005 }).failed).toContain('mean');
  });

  it('says nothing of one document, and nothing of a slope where all reads are equal [CAL-01]', () => {
    const seen = { means: [{ option: null, read: 0.3, observed: 0 }], loss: -Math.log(0.7), interval: null };
    expect(testsOfWindow({ p: [0.3], y: [0] })).toEqual({ seen, mean: null, slope: null, loss: null, failed: [] });
    const flat = testsOfWindow({ p: [0.3, 0.3, 0.3], y: [0, 1, 0] });
    expect(flat.slope).toBeNull();
    expect(flat.mean).toMatchObject({
      option: null,
      read: expect.closeTo(0.3, 12),
      observed: expect.closeTo(1 / 3, 12),
    });
  });
});

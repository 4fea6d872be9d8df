import { sigmoid } from '../number/probability';
import { Random, randomOf } from '../random/random';
import { aurocVariance, delong } from './delong';
import { detectable } from './detectable';
import { guardedT, weightedGuardedT } from './paired';
import { BoolSide, boolRow } from './row';
import { boolRowFigures } from './row-figures';
import { unitMean, unitMeansOf } from './unit-mean';
import { losesAtMost, verdictOf } from './verdict';

const samples = process.env.LONG === '1' ? 2_000 : 200;
const side = (reads: Float64Array): BoolSide => ({ reads, ranking: reads, floor: 1e-6 });

/** Labels of documents, each drawn with a chance of its own, of which its weight is the inverse. */
function drawn(n: number, random: Random, noise: number) {
  const rows = Array.from({ length: n }, () => {
    for (;;) {
      const z = 1.5 * random.normal();
      // Unsure answers are drawn more often, as the review queue does.
      const chance = Math.abs(z) < 1 ? 1 : 0.25;
      if (random.uniform() >= chance) continue;
      const y = random.uniform() < sigmoid(z) ? 1 : 0;
      const [p, other] = [0.5, noise].map((deviation) => sigmoid(z + deviation * random.normal()));
      return { y, p, other, weight: 1 / chance };
    }
  });
  const column = (of: (row: (typeof rows)[number]) => number) => Float64Array.from(rows, of);
  return {
    y: column(({ y }) => y),
    p: column(({ p }) => p),
    other: column(({ other }) => other),
    weights: column(({ weight }) => weight),
  };
}

/** What leaving out one document at a time says of the error of a figure. */
function jackknife(n: number, figureOf: (kept: number[]) => number): number {
  const all = Array.from({ length: n }, (_, row) => row);
  const without = all.map((left) => figureOf(all.filter((row) => row !== left)));
  const mean = without.reduce((sum, one) => sum + one, 0) / n;
  return without.reduce((sum, one) => sum + (one - mean) ** 2, 0) * ((n - 1) / n);
}

/** The AUROC by all pairs. */
function aurocByPairs(p: ArrayLike<number>, y: ArrayLike<number>, weights: ArrayLike<number>, rows: number[]): number {
  let [won, all] = [0, 0];
  for (const a of rows.filter((row) => y[row] === 1)) {
    for (const b of rows.filter((row) => y[row] === 0)) {
      const weight = weights[a] * weights[b];
      all += weight;
      won += weight * (p[a] > p[b] ? 1 : p[a] === p[b] ? 0.5 : 0);
    }
  }
  return won / all;
}

describe('a mean of weighted differences', () => {
  it('is that of as many equal rows, with the error that leaving out one document shows [ST-F6]', () => {
    const random = randomOf(1);
    const d = Float64Array.from({ length: 80 }, () => random.normal() + 0.3);
    const weights = d.map((_, row) => 1 + (row % 4));
    const { mean, standardError, effective } = unitMean(unitMeansOf(d, null, weights));
    const repeated = Array.from(d).flatMap((one, row) => Array<number>(weights[row]).fill(one));
    expect(mean).toBeCloseTo(repeated.reduce((sum, one) => sum + one, 0) / repeated.length, 12);
    const slow = jackknife(80, (rows) => {
      const all = rows.reduce((sum, row) => sum + weights[row], 0);
      return rows.reduce((sum, row) => sum + weights[row] * d[row], 0) / all;
    });
    expect(standardError ** 2 / slow).toBeGreaterThan(0.95);
    expect(standardError ** 2 / slow).toBeLessThan(1.05);
    // Kish: (80 * 2.5)^2 / (20 * (1 + 4 + 9 + 16)).
    expect(effective).toBeCloseTo(200 ** 2 / 600, 10);
    expect(
      unitMean(
        unitMeansOf(
          d,
          [...d.keys()].map((row) => Math.floor(row / 4)),
          weights,
        ),
      ).effective,
    ).toBe(20);
  });

  it('is tested as equal ones where all weigh the same, and the guard counts for more where few weigh much [ST-F6]', () => {
    const random = randomOf(2);
    const d = Float64Array.from({ length: 60 }, () => 0.2 * random.normal() + 0.1);
    const plain = guardedT(d, -3);
    expect(
      weightedGuardedT(
        unitMeansOf(
          d,
          null,
          d.map(() => 2),
        ),
        -3,
      ),
    ).toEqual(plain);
    // As good as equal: the general form comes to the same.
    const nearly = weightedGuardedT(
      unitMeansOf(
        d,
        null,
        d.map((_, row) => 1 + row * 1e-10),
      ),
      -3,
    );
    expect(nearly.p).toBeCloseTo(plain.p, 8);
    expect(nearly.t).toBeCloseTo(plain.t ?? NaN, 6);
    const constant = new Float64Array(60).fill(0.1);
    const [even, uneven] = [null, constant.map((_, row) => (row < 6 ? 50 : 1))].map(
      (weights) => weightedGuardedT(unitMeansOf(constant, null, weights), -3).p,
    );
    expect(uneven).toBeGreaterThan(10 * even);
  });

  it('leaves out documents that stand for no answer [ST-F6]', () => {
    expect(unitMeansOf([1, 2, 3], [0, 0, 1], [1, 3, 0])).toEqual({ values: Float64Array.of(1.75), weights: null });
  });
});

describe('the ranking of weighted rows', () => {
  it('is that of all pairs, with the variance that leaving out one document shows [ST-F6] [ALT-32]', () => {
    const { y, p, other, weights } = drawn(120, randomOf(3), 1);
    const rows = [...y.keys()];
    const found = delong(p, other, y, null, weights);
    expect(found.active).toBeCloseTo(aurocByPairs(p, y, weights, rows), 12);
    expect(found.alternative).toBeCloseTo(aurocByPairs(other, y, weights, rows), 12);
    const slow = jackknife(120, (kept) => aurocByPairs(p, y, weights, kept));
    expect((aurocVariance(p, y, null, weights) ?? 0) / slow).toBeGreaterThan(0.9);
    expect((aurocVariance(p, y, null, weights) ?? 0) / slow).toBeLessThan(1.1);
    const both = jackknife(120, (kept) => aurocByPairs(other, y, weights, kept) - aurocByPairs(p, y, weights, kept));
    expect((found.variance ?? 0) / both).toBeGreaterThan(0.9);
    expect((found.variance ?? 0) / both).toBeLessThan(1.1);
  });

  it('is that of before, to the digit, where each document has one row and all weigh the same [ALT-32]', () => {
    const { y, p, other } = drawn(90, randomOf(4), 1);
    expect(delong(p, other, y, [...y.keys()].reverse(), null)).toEqual(delong(p, other, y));
  });
});

describe('a row of weighted labels', () => {
  it('has the differences of its figures, and documents in its numbers [ST-F6] [ALT-29]', () => {
    const { y, p, other, weights } = drawn(150, randomOf(5), 1);
    const row = boolRow({ version: side(p), alternative: side(other), y, weights });
    const [before, after] = [p, other].map((reads) => boolRowFigures(side(reads), y, weights));
    expect(row.gain).toBeCloseTo(before.logLoss - after.logLoss, 12);
    expect(row.versionLogLoss).toBeCloseTo(before.logLoss, 12);
    expect(row.accuracy.difference).toBeCloseTo(after.accuracy - before.accuracy, 12);
    expect(row.auroc?.difference).toBeCloseTo((after.auroc ?? NaN) - (before.auroc ?? NaN), 12);
    expect(row.effective).toBeLessThan(150);
    const units = y.map((_, at) => at % 25);
    const few = boolRow({ version: side(p), alternative: side(other), y, units });
    expect(few).toMatchObject({ labels: 150, units: 25 });
    expect(verdictOf(few, { scored: 1, inLaterRun: false, inK: true }).verdict).toBe('untested');
  });

  it('detects less where labels share documents or weigh unevenly [ST-F6] [ALT-40]', () => {
    const { y, p, weights } = drawn(100, randomOf(6), 1);
    const five = (column: Float64Array) => Float64Array.from({ length: 500 }, (_, at) => column[at % 100]);
    const units = Array.from({ length: 500 }, (_, at) => at % 100);
    const [alone, documents, rows] = [
      detectable(p, y, 1),
      detectable(five(p), five(y), 1, { units }),
      detectable(five(p), five(y), 1),
    ];
    expect(documents.logLoss).toBeCloseTo(alone.logLoss, 10);
    expect((documents.auroc ?? 0) / (alone.auroc ?? 1)).toBeCloseTo(1, 1);
    expect(rows.auroc).toBeLessThan(0.6 * (documents.auroc ?? 0));
    expect(detectable(p, y, 1, { weights }).logLoss).toBeGreaterThan(alone.logLoss);
  });

  it('claims no gain of an engine that only errs otherwise, and covers what it truly loses [ST-F6] [ST-F8] [ALT-26]', () => {
    const random = randomOf(7);
    let [better, covered, biased] = [0, 0, 0];
    for (let sample = 0; sample < samples; sample += 1) {
      const { y, p, other, weights } = drawn(200, random, 0.5);
      const row = boolRow({ version: side(p), alternative: side(other), y, weights });
      better += verdictOf(row, { scored: 1, inLaterRun: false, inK: true }).verdict === 'better' ? 1 : 0;
      covered += losesAtMost(row) >= 0 && -row.gain + 1.6449 * row.standardError >= 0 ? 1 : 0;
      biased += row.gain > 0 ? 1 : 0;
    }
    const noise = (share: number) => 3 * Math.sqrt((share * (1 - share)) / samples);
    expect(better / samples).toBeLessThanOrEqual(0.05 + noise(0.05));
    expect(covered / samples).toBeGreaterThanOrEqual(0.95 - noise(0.05));
    expect(Math.abs(biased / samples - 0.5)).toBeLessThan(noise(0.5));
  });

  it('says how much it may lose, and nothing less than nothing [ST-F8]', () => {
    expect(losesAtMost({ gain: -0.01, standardError: 0.02 })).toBeCloseTo(0.01 + 1.6449 * 0.02, 5);
    expect(losesAtMost({ gain: 0.2, standardError: 0.02 })).toBe(0);
  });
});

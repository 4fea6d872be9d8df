import fc from 'fast-check';
import { lnGamma } from '../distribution/beta';
import { randomOf } from '../random/random';
import { lossInterval, meanInterval } from './mean';
import { Interval, boundReaches, clopperPearson, lowerBound, wilson } from './proportion';

const shares = Array.from({ length: 97 }, (_, i) => 0.02 + i * 0.01);

const binomial = (k: number, n: number, p: number) =>
  Math.exp(lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1) + k * Math.log(p) + (n - k) * Math.log1p(-p));

/** Probability that the interval covers each share, exact by a sum over all outcomes. */
function coverage(interval: (k: number, n: number) => Interval, n: number): number[] {
  const intervals = Array.from({ length: n + 1 }, (_, k) => interval(k, n));
  return shares.map((p) =>
    intervals.reduce((sum, [low, high], k) => sum + (low <= p && p <= high ? binomial(k, n, p) : 0), 0),
  );
}

describe('intervals of a share', () => {
  it.each([20, 50, 200])('Wilson covers 95 %% on average and never less than 83 %% at n = %i', (n) => {
    const covered = coverage(wilson, n);
    expect(covered.reduce((sum, c) => sum + c, 0) / covered.length).toBeGreaterThan(0.945);
    expect(Math.min(...covered)).toBeGreaterThan(0.83);
  });

  it.each([20, 50, 200])('Clopper and Pearson cover at least 95 %% for every share at n = %i', (n) => {
    expect(Math.min(...coverage(clopperPearson, n))).toBeGreaterThanOrEqual(0.95);
  });

  it('lie in order around the share, and shrink with n', () => {
    const count = fc.integer({ min: 1, max: 2_000 });
    fc.assert(
      fc.property(count, fc.double({ min: 0, max: 1, noNaN: true }), (n, part) => {
        const k = Math.round(part * n);
        for (const interval of [wilson, clopperPearson]) {
          const [low, high] = interval(k, n);
          expect(0 <= low && low <= k / n && k / n <= high && high <= 1).toBe(true);
          const [lowMore, highMore] = interval(4 * k, 4 * n);
          expect(highMore - lowMore).toBeLessThan(high - low);
        }
      }),
    );
  });

  it('decide whether a bound reaches the target without computing it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (n, part, target) => {
          const k = Math.round(part * n);
          for (const kind of ['wilson', 'clopper_pearson'] as const) {
            const bound = lowerBound(kind, k, n);
            fc.pre(Math.abs(bound - target) > 1e-9);
            expect(boundReaches(kind, k, n, target)).toBe(bound >= target);
          }
        },
      ),
    );
  });
});

describe('intervals of a mean', () => {
  it('cover a normal mean 95 times in a hundred', () => {
    const random = randomOf(3);
    const runs = 2_000;
    let covered = 0;
    for (let run = 0; run < runs; run += 1) {
      const [low, high] = meanInterval(Array.from({ length: 12 }, () => 5 + 2 * random.normal())) ?? [0, 0];
      if (low <= 5 && 5 <= high) covered += 1;
    }
    // Three standard errors of a share of 2,000.
    expect(Math.abs(covered / runs - 0.95)).toBeLessThan(0.015);
  });

  it('of losses do not leave what a loss can be [defect E-L1]', () => {
    const losses = [0, 0, 0, 1];
    expect((meanInterval(losses) ?? [0])[0]).toBeLessThan(0);
    expect(lossInterval(losses)?.[0]).toBe(0);
    expect(lossInterval([1, 1, 0, 1], null, 1)?.[1]).toBe(1);
    expect(lossInterval([0.2, 0.4])?.[1]).toBeGreaterThan(0.4);
    expect(lossInterval([1])).toBeNull();
  });

  it('count the rows of one document once', () => {
    const values = [1, 2, 4, 7];
    const twice = values.flatMap((value) => [value, value]);
    expect(meanInterval(twice, [0, 0, 1, 1, 2, 2, 3, 3])).toEqual(meanInterval(values));
    expect(meanInterval([1, 1], [0, 0])).toBeNull();
  });
});

import fc from 'fast-check';
import { logLosses } from '../metric/loss';
import { randomOf } from '../random/random';
import { sigmoid } from '../number/probability';
import { delong } from './delong';
import { detectable } from './detectable';
import { bonferroni, familyLevel, holm } from './multiplicity';
import { guardedT, pairedT } from './paired';
import { compareReads, movesRanking } from './verdict';
import { worstChoiceDifference, worstDifference } from './worst';

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Two engines of equal skill: the same signal with noise of equal size. */
function exchangeable(n: number, seed: number) {
  const random = randomOf(seed);
  const z = Float64Array.from({ length: n }, () => 1.5 * random.normal());
  const engine = () => z.map((value) => sigmoid(value + 0.5 * random.normal()));
  return { active: engine(), alternative: engine(), y: z.map((value) => (random.uniform() < sigmoid(value) ? 1 : 0)) };
}

describe('guardedT', () => {
  it('claims in at most 5 % of tables that an equal alternative is better [ALT-45]', () => {
    const runs = 400;
    const claims = Array.from({ length: runs }, (_, seed) => compareReads(exchangeable(100, seed), 1));
    const rate = claims.filter(({ verdict }) => verdict === 'better').length / runs;
    expect(rate).toBeLessThanOrEqual(0.05);
  });

  it('keeps its level when rare large losses have not occurred, and the plain test does not [ALT-45]', () => {
    // The alternative is a little better 99 times in a hundred and much worse once; its mean gain is exactly 0.
    const runs = 1_000;
    const random = randomOf(12);
    const tables = Array.from({ length: runs }, () =>
      Array.from({ length: 30 }, () => (random.uniform() < 0.99 ? 0.05 : -4.95) + 0.05 * random.normal()),
    );
    const rate = (p: (d: number[]) => number) => tables.filter((d) => p(d) <= familyLevel).length / runs;
    expect(rate((d) => pairedT(d).pGreater)).toBeGreaterThan(0.5);
    expect(rate((d) => guardedT(d, -4.95).p)).toBeLessThanOrEqual(0.05);
  });

  it('detects a much better alternative [ALT-45]', () => {
    const random = randomOf(3);
    const y = Float64Array.from({ length: 200 }, (_, i) => i % 2);
    const active = y.map(() => sigmoid(random.normal()));
    const alternative = y.map((label) => sigmoid(3 * (label - 0.5) + 0.5 * random.normal()));
    expect(compareReads({ active, alternative, y }, 10).verdict).toBe('better');
    expect(compareReads({ active: alternative, alternative: active, y }, 10).verdict).toBe('worse');
    expect(movesRanking(delong(active, alternative, y), y, 10)).toBe(true);
    expect(movesRanking(delong(alternative, active, y), y, 10)).toBe(false);
  });

  it('does not test with too few labels, and counts a document once', () => {
    const { active, alternative, y } = exchangeable(29, 1);
    expect(compareReads({ active, alternative, y }, 1).verdict).toBe('untested');
    const twice = (column: Float64Array) => Float64Array.from([...column, ...column]);
    const units = Array.from({ length: 58 }, (_, i) => i % 29);
    const doubled = compareReads({ active: twice(active), alternative: twice(alternative), y: twice(y), units }, 1);
    expect(doubled.p).toBeCloseTo(compareReads({ active, alternative, y }, 1).p, 12);
  });

  it('has a guard that is no better than the worst observed difference', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share, fc.boolean()), { minLength: 2, maxLength: 30 }), (rows) => {
        const [active, alternative] = [rows.map(([a]) => a), rows.map(([, b]) => b)];
        const y = rows.map(([, , label]) => (label ? 1 : 0));
        const [a, b] = [logLosses({ p: active, y }), logLosses({ p: alternative, y })];
        const d = a.map((loss, i) => loss - b[i]);
        const { guard, p } = guardedT(d, worstDifference(active, alternative));
        expect(guard).toBeLessThanOrEqual(Math.min(...d) + 1e-12);
        expect(p >= 0 && p <= 1).toBe(true);
      }),
    );
  });

  it('takes the worst difference over the options of a choice as over yes and no', () => {
    const [active, alternative] = [
      [0.9, 0.2],
      [0.4, 0.6],
    ];
    const both = (column: number[]) => column.map((p) => [1 - p, p]);
    expect(worstChoiceDifference(both(active), both(alternative))).toBeCloseTo(worstDifference(active, alternative), 9);
  });
});

describe('multiplicity', () => {
  it('never adjusts Holm above Bonferroni, and neither below p', () => {
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 20 }), (p) => {
        const [simple, stepped] = [bonferroni(p), holm(p)];
        p.forEach((value, i) => {
          expect(stepped[i]).toBeLessThanOrEqual(simple[i]);
          expect(stepped[i]).toBeGreaterThanOrEqual(value);
        });
      }),
    );
  });
});

describe('detectable', () => {
  it('decreases with labels and increases with alternatives, near the table of docs/methods.md', () => {
    const planned = (n: number, k: number) => {
      const { active, y } = exchangeable(n, 5);
      return detectable(active, y, k);
    };
    expect(planned(200, 1).logLoss).toBeLessThan(planned(50, 1).logLoss);
    expect(planned(200, 10).logLoss).toBeGreaterThan(planned(200, 1).logLoss);
    // The table has .055 / .043 with larger constants.
    expect(planned(200, 1).logLoss).toBeLessThan(0.08);
    expect(planned(200, 1).auroc).toBeLessThan(0.06);
    const { active } = exchangeable(40, 6);
    expect(detectable(active, new Float64Array(40), 1).auroc).toBeNull();
  });
});

import fc from 'fast-check';
import { aurocVariance, delong } from '../test/delong';
import { randomOf } from '../random/random';
import { auroc } from './auroc';
import { precisionAt5, precisionAtTop } from './top';

const read = fc.integer({ min: 0, max: 9 }).map((k) => k / 10);
const rows = fc.array(fc.tuple(read, read, fc.integer({ min: 0, max: 1 })), { minLength: 4, maxLength: 40 });

/** P(p1 > p0) + P(p1 = p0) / 2, by comparing every pair. */
function byPairs(p: number[], y: number[]): number {
  const pairs = p.flatMap((yes, i) =>
    p.flatMap((no, j) => (y[i] && !y[j] ? [yes > no ? 1 : yes === no ? 0.5 : 0] : [])),
  );
  return pairs.reduce((sum: number, won) => sum + won, 0) / pairs.length;
}

describe('auroc', () => {
  it('counts every pair, and ties half [CAL-08]', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const [p, y] = [list.map(([a]) => a), list.map(([, , label]) => label)];
        const area = auroc({ p, y });
        if (new Set(y).size < 2) return expect(area).toBeNull();
        expect(area).toBeCloseTo(byPairs(p, y), 12);
        expect(auroc({ p: p.map((value) => 3 * value - 7), y })).toBe(area);
        expect(auroc({ p: p.map((value) => -value), y })).toBeCloseTo(1 - (area ?? 0), 12);
      }),
    );
  });

  it('equals the areas of DeLong, and swapping the columns negates the difference', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const [a, b, y] = [0, 1, 2].map((column) => list.map((row) => row[column]));
        const test = delong(a, b, y);
        const turned = delong(b, a, y);
        if (test.difference === null) return;
        expect(test.active).toBeCloseTo(auroc({ p: a, y }) ?? NaN, 12);
        expect(test.difference).toBeCloseTo(-(turned.difference ?? NaN), 12);
        expect(test.variance).toBeCloseTo(turned.variance ?? NaN, 12);
      }),
    );
  });

  it('has the variance of DeLong', () => {
    const random = randomOf(1);
    const draw = () => {
      const y = Array.from({ length: 60 }, (_, i) => i % 2);
      return { p: y.map((label) => label + random.normal()), y };
    };
    const draws = Array.from({ length: 600 }, draw);
    const areas = draws.map((labels) => auroc(labels) ?? NaN);
    const mean = areas.reduce((sum, area) => sum + area, 0) / areas.length;
    const seen = areas.reduce((sum, area) => sum + (area - mean) ** 2, 0) / (areas.length - 1);
    const estimated = draws.reduce((sum, { p, y }) => sum + (aurocVariance(p, y) ?? NaN), 0) / draws.length;
    expect(estimated / seen).toBeGreaterThan(0.85);
    expect(estimated / seen).toBeLessThan(1.2);
  });
});

describe('precision at the top', () => {
  it('takes ceil(n / 20) rows, and a divided tie group at its mean [CAL-08]', () => {
    const p = [...new Array<number>(3).fill(0.9), ...new Array<number>(18).fill(0.1)];
    const y = p.map((_, i) => (i === 0 ? 1 : 0));
    expect(precisionAt5({ p, y })).toBeCloseTo(1 / 3, 12);
    expect(precisionAtTop({ p, y }, 20)?.rows).toBe(2);
    expect(precisionAt5({ p: p.slice(0, 19), y: y.slice(0, 19) })).toBeNull();
  });
});

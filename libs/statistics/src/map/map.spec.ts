import fc from 'fast-check';
import { fitIsotonic, readIsotonic } from '../isotonic/isotonic';
import { sortLabels, tallyOf } from '../label/tally';
import { floorOfStep, logLossOf } from '../number/probability';
import { fitFeatures, readFeatures } from './features';
import { PlattRidge, defaultPlattRidge, fitPlatt, readPlatt, smoothedTargets } from './platt';
import { fitMap, mapKinds, readMap } from './probability-map';

const row = fc.record({ p: fc.double({ min: 0, max: 1, noNaN: true }), y: fc.integer({ min: 0, max: 1 }) });
const labels = fc
  .array(row, { minLength: 1, maxLength: 60 })
  .map((list) => ({ p: list.map(({ p }) => p), y: list.map(({ y }) => y) }));
const grid = Array.from({ length: 101 }, (_, i) => i / 100);

describe('maps of one probability', () => {
  it('are non-decreasing when isotonic, and the smoothed one lies strictly inside (0, 1)', () => {
    fc.assert(
      fc.property(labels, ({ p, y }) => {
        const tally = tallyOf(sortLabels(p, y));
        const [plain, smoothed] = [fitIsotonic(tally), fitMap('isotonic', tally)];
        for (const read of [(at: number) => readIsotonic(plain, at), (at: number) => readMap(smoothed, at)]) {
          const reads = grid.map(read);
          reads.forEach((value, i) => expect(value).toBeGreaterThanOrEqual(i === 0 ? 0 : reads[i - 1] - 1e-15));
          expect(reads[100]).toBeLessThanOrEqual(1);
        }
        expect(readMap(smoothed, 0)).toBeGreaterThan(0);
        expect(readMap(smoothed, 1)).toBeLessThan(1);
      }),
    );
  });

  it('fit Platt so that it reads its own targets at least as well as the raw read', () => {
    fc.assert(
      fc.property(labels, fc.constantFrom<PlattRidge>([0, 0], defaultPlattRidge), ({ p, y }, ridge) => {
        const tally = tallyOf(sortLabels(p, y));
        const { yes, no } = smoothedTargets(tally);
        const fit = fitPlatt(tally, { ridge });
        const loss = (read: (value: number) => number) =>
          p.reduce((sum, value, i) => {
            const target = y[i] ? yes : no;
            return sum + target * logLossOf(read(value), 1) + (1 - target) * logLossOf(read(value), 0);
          }, 0);
        const penalty = (ridge[0] * (fit.a - 1) ** 2 + ridge[1] * fit.b ** 2) / 2;
        expect(loss((value) => readPlatt(fit, value)) + penalty).toBeLessThanOrEqual(loss((value) => value) + 1e-6);
      }),
    );
  });

  it('are the same for rows in another order, and from a warm start', () => {
    fc.assert(
      fc.property(labels, ({ p, y }) => {
        const turned = tallyOf(sortLabels([...p].reverse(), [...y].reverse()));
        for (const kind of mapKinds) {
          const fit = fitMap(kind, tallyOf(sortLabels(p, y)));
          const warm = fitMap(kind, turned, undefined, fit);
          for (const at of [0, 0.3, 0.77, 1]) expect(readMap(warm, at)).toBeCloseTo(readMap(fit, at), 7);
          expect(readMap(JSON.parse(JSON.stringify(fit)) as typeof fit, 0.4)).toBe(readMap(fit, 0.4));
        }
      }),
    );
  });

  it('read a 0 of an engine with a grid as half a step', () => {
    const tally = tallyOf(sortLabels([0, 0, 0.5, 1], [0, 1, 1, 1]));
    const fit = fitMap('platt', tally, floorOfStep(0.01));
    expect(floorOfStep(0.01)).toBe(0.005);
    expect(floorOfStep(null)).toBe(1e-6);
    expect(readMap(fit, 0)).toBe(readMap(fit, 0.005));
    expect(readMap(fit, 0)).toBeLessThan(readMap(fit, 0.006));
  });
});

describe('the features reading', () => {
  const y = [0, 1, 0, 1, 0, 1, 1, 0];
  const parts = { values: Float64Array.from([0.2, 0.6, 0.4, 0.7, 0.1, 0.9, NaN, 0.3]), columns: 1 };
  const values = Float64Array.from([1, 5, 2, 4, NaN, 5, 4, 1]);

  it('reads a missing value as the mean and ignores a constant column [JDG-20]', () => {
    const fit = fitFeatures({ parts, features: { values, columns: 1 }, y });
    const mean = values.filter((value) => !Number.isNaN(value)).reduce((sum, value) => sum + value, 0) / 7;
    expect(readFeatures(fit, [0.5], [NaN])).toBeCloseTo(readFeatures(fit, [0.5], [mean]), 12);
    expect(readFeatures(fit, [0.5], [5])).toBeGreaterThan(readFeatures(fit, [0.5], [1]));
    const constant = fitFeatures({ parts, features: { values: new Float64Array(8).fill(0.1), columns: 1 }, y });
    expect(constant.coef).toEqual([0]);
  });

  it('learns everything on the kept rows', () => {
    const keep = Uint8Array.from([1, 1, 1, 1, 1, 0, 0, 0]);
    const kept = fitFeatures({ parts, features: { values, columns: 1 }, y }, { keep });
    const alone = fitFeatures({
      parts: { values: parts.values.slice(0, 5), columns: 1 },
      features: { values: values.slice(0, 5), columns: 1 },
      y: y.slice(0, 5),
    });
    expect(kept).toEqual(alone);
  });
});

import fc from 'fast-check';
import { fitFeatures, readFeatures } from '../map/features';
import { sigmoid } from '../number/probability';
import { combine, combinerOf } from './combine';
import { StoredWeights, weightsOfFit } from './weights';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const partsOf = (p: readonly number[]) => Object.fromEntries(p.map((one, i) => [`part${i}`, { p: one }]));
const weights: StoredWeights = {
  intercept: -0.3,
  slope: null,
  floor: 1e-6,
  parts: [
    { name: 'a', slope: 1.1, typical: 0.4 },
    { name: 'b', slope: 0.05, typical: -2 },
  ],
  features: [
    { name: 'amount', coef: 0.8, mean: 100, sd: 20 },
    { name: 'constant', coef: 0, mean: 3, sd: 0 },
  ],
};

describe('combine before a fit', () => {
  it.each([
    [[0.5, 0.5], 0.5],
    [[0.9, 0.9, 0.9], 0.9],
    [[0.9, 0.5], 0.75],
    [[0.8, 0.2, 0.5], 0.5],
    // Mean log odds of 0.6, 0.7 and 0.95: (0.405465108 + 0.847297860 + 2.944438979) / 3.
    [[0.6, 0.7, 0.95], 0.802035844],
    // An engine's 1 counts as 1 - floor: (ln 999999 + 0) / 2.
    [[1, 0.5], 0.999000999],
  ])('gives sigma of the mean log odds of %j [JDG-13]', (p, expected) => {
    expect(combine(partsOf(p), null, null)).toBeCloseTo(expected, 8);
  });

  it("clips to the engine's floor", () => {
    expect(combine(partsOf([1, 0.5]), null, null, 0.005)).toBeCloseTo(sigmoid(Math.log(199) / 2), 12);
  });

  it('lies between the parts, does not depend on their order, and turns with them', () => {
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 8 }), (p) => {
        const read = combine(partsOf(p), { any: 3 }, null);
        const clipped = p.map((one) => Math.min(Math.max(one, 1e-6), 1 - 1e-6));
        expect(read).toBeGreaterThanOrEqual(Math.min(...clipped) - 1e-9);
        expect(read).toBeLessThanOrEqual(Math.max(...clipped) + 1e-9);
        expect(combine(partsOf([...p].reverse()), null, null)).toBeCloseTo(read, 9);
        expect(combine(partsOf(p.map((one) => 1 - one)), null, null)).toBeCloseTo(1 - read, 9);
      }),
    );
  });

  it('refuses an answer without parts', () => {
    expect(() => combine({}, null, null)).toThrow(RangeError);
  });
});

describe('combine after a fit', () => {
  const read = (a: number, b: number, amount: number | null) =>
    combine({ a: { p: a }, b: { p: b } }, { amount }, weights);

  it('weighs parts and scaled features [JDG-13] [JDG-20]', () => {
    // -0.3 + 1.1 ln(4) + 0.05 ln(0.25) + 0.8 · (130 - 100) / 20
    expect(read(0.8, 0.2, 130)).toBeCloseTo(sigmoid(-0.3 + 1.05 * Math.log(4) + 1.2), 12);
    expect(Math.abs(read(0.5, 0.9, 100) - read(0.5, 0.1, 100))).toBeLessThan(0.06);
  });

  it('counts a missing value as typical, and stays a probability for any number [JDG-20]', () => {
    expect(read(0.8, 0.2, null)).toBe(read(0.8, 0.2, 100));
    expect(combine({ a: { p: 0.8 }, b: { p: 0.2 } }, null, weights)).toBe(read(0.8, 0.2, 100));
    expect(combine({ b: { p: 0.2 } }, null, weights)).toBeCloseTo(read(sigmoid(0.4), 0.2, null), 12);
    fc.assert(
      fc.property(share, share, fc.double({ noNaN: true, noDefaultInfinity: true }), (a, b, amount) => {
        const p = read(a, b, amount);
        expect(p >= 0 && p <= 1).toBe(true);
      }),
    );
  });

  it('grows with a part and with a feature of positive weight', () => {
    fc.assert(
      fc.property(share, share, share, fc.integer({ min: -1000, max: 1000 }), (low, high, b, amount) => {
        const [from, to] = [Math.min(low, high), Math.max(low, high)];
        expect(read(to, b, amount)).toBeGreaterThanOrEqual(read(from, b, amount));
        expect(read(from, b, amount + 1)).toBeGreaterThanOrEqual(read(from, b, amount));
      }),
    );
  });

  it('reads as the fit of columns does, also after JSON', () => {
    const y = [0, 1, 0, 1, 0, 1, 1, 0];
    const parts = { values: Float64Array.from({ length: 16 }, (_, i) => ((i * 7) % 10) / 10 + 0.05), columns: 2 };
    const features = { values: Float64Array.from([1, 5, 2, 4, NaN, 5, 4, 1]), columns: 1 };
    const fit = fitFeatures({ parts, features, y });
    const stored = weightsOfFit(fit, { parts: ['a', 'b'], features: ['amount'] });
    const replicated = JSON.parse(JSON.stringify(stored)) as StoredWeights;
    y.forEach((_, i) => {
      const [a, b] = parts.values.subarray(2 * i, 2 * i + 2);
      const amount = features.values[i];
      const combined = combine(
        { a: { p: a }, b: { p: b } },
        { amount: Number.isNaN(amount) ? null : amount },
        replicated,
      );
      expect(combined).toBeCloseTo(readFeatures(fit, [a, b], [amount]), 12);
    });
  });

  it('is what the fit of a judgment with parts gives, and no other', () => {
    expect(combinerOf({ type: 'bool', map: { kind: 'raw' }, weights })).toBe(weights);
    expect(combinerOf({ type: 'bool', map: { kind: 'raw' } })).toBeNull();
    expect(combinerOf({ type: 'bool', map: { kind: 'raw' }, weights: { ...weights, slope: 1, parts: [] } })).toBeNull();
    expect(combinerOf({ type: 'score', levels: [1, 2], map: { kind: 'raw' } })).toBeNull();
  });
});

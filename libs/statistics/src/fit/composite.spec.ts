import { logLoss } from '../metric/loss';
import { sigmoid } from '../number/probability';
import { Random, randomOf } from '../random/random';
import { combine, combinerOf } from '../reading/combine';
import { readStored } from '../reading/stored-fit';
import { BoolSample, fitBool } from './bool-fit';
import { storedBool } from './stored-bool';

const partsOf = (...p: number[]) => ({ a: { p: p[0] }, b: { p: p[1] } });

/** Two parts with independent log odds, and outcomes that follow them by given weights, shifted by a feature. */
function planted(random: Random, n: number, weights: readonly [number, number], ofFeature = 0) {
  const logits = Array.from({ length: n }, () => [2 * random.normal(), 2 * random.normal()]);
  const amount = Float64Array.from({ length: n }, () => 50 + 10 * random.normal());
  const truth = logits.map(([a, b], i) =>
    sigmoid(weights[0] * a + weights[1] * b + (ofFeature * (amount[i] - 50)) / 10),
  );
  const parts = { values: Float64Array.from(logits.flat(), sigmoid), columns: 2 };
  const y = Float64Array.from(truth, (q) => (random.uniform() < q ? 1 : 0));
  // The recorded p of composites may be of several combiners; a fit must not read it.
  return { p: new Float64Array(n).fill(NaN), y, parts, features: { values: amount, columns: 1 }, units: null };
}
const namesOf = ({ parts }: BoolSample, features: string[] = []) => ({
  parts: ['a', 'b'],
  features,
  partReads: parts ?? null,
  floor: 1e-6,
});

describe('the fit of a composite judgment', () => {
  it('follows the part that explains the outcomes and ignores the other one [JDG-13]', () => {
    const { features: _, ...sample } = planted(randomOf(1), 400, [1, 0]);
    const fit = fitBool(sample);
    expect([fit.kind, fit.readWith]).toEqual(['parts', 'calibrated']);
    const combiner = combinerOf(storedBool(fit, namesOf(sample)));
    const [a, b] = combiner?.parts ?? [];
    expect(a.slope).toBeGreaterThan(0.7);
    expect(Math.abs(b.slope)).toBeLessThan(0.12);
    const read = (...p: number[]) => combine(partsOf(...p), null, combiner);
    expect(read(0.95, 0.05)).toBeGreaterThan(0.85);
    expect(read(0.05, 0.95)).toBeLessThan(0.15);
    expect(Math.abs(read(0.7, 0.99) - read(0.7, 0.01))).toBeLessThan(0.2);
    const plain = sample.y.map((_one, i) =>
      combine(partsOf(...sample.parts.values.subarray(2 * i, 2 * i + 2)), null, null),
    );
    expect(logLoss({ p: fit.heldOut.chosen, y: sample.y })).toBeLessThan(logLoss({ p: plain, y: sample.y }) - 0.05);
  });

  it('takes a feature that informs, where a missing value counts as typical [JDG-20]', () => {
    const sample = planted(randomOf(2), 400, [0.5, 0.5], 1.5);
    const fit = fitBool(sample);
    expect(fit.readWith).toBe('features');
    const stored = storedBool(fit, namesOf(sample, ['amount']));
    const mean = sample.features.values.reduce((sum, value) => sum + value, 0) / 400;
    const read = (amount: number | null) => combine(partsOf(0.6, 0.6), { amount }, combinerOf(stored));
    expect(read(null)).toBeCloseTo(read(mean), 12);
    expect(read(70)).toBeGreaterThan(read(30) + 0.3);
    const answer = { number: 0.2, parts: partsOf(0.6, 0.6), features: { amount: 70 } };
    expect(readStored(stored, answer)).toEqual({ type: 'bool', p: Math.round(read(70) * 1e9) / 1e9 });
  });

  it('weighs the parts evenly where the labels do not say more: raw, or one Platt map of their mean', () => {
    const few = planted(randomOf(3), 8, [0.5, 0.5]);
    const raw = combinerOf(storedBool(fitBool(few), namesOf(few)));
    expect(raw).toMatchObject({ intercept: 0, parts: [{ slope: 0.5 }, { slope: 0.5 }] });
    expect(combine(partsOf(0.9, 0.4), null, raw)).toBeCloseTo(combine(partsOf(0.9, 0.4), null, null), 12);
    const small = { ...planted(randomOf(4), 29, [2, 2]), features: null };
    const fit = fitBool(small);
    expect(fit.kind).toBe('platt');
    const platt = combinerOf(storedBool(fit, namesOf(small)));
    expect(platt?.parts[0].slope).toBe(platt?.parts[1].slope);
    expect(fit.map.kind === 'platt' && fit.map.a / 2).toBe(platt?.parts[0].slope);
  });
});

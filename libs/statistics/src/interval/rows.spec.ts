import fc from 'fast-check';
import { meanOf } from '../number/numbers';
import { sigmoid } from '../number/probability';
import { randomOf } from '../random/random';
import { lossInterval, meanInterval } from './mean';
import { sharedUnits, valuesOfUnits } from './rows';

const samples = process.env.LONG === '1' ? 4_000 : 300;

const row = fc.record({
  value: fc.integer({ min: 0, max: 20 }),
  unit: fc.integer({ min: 0, max: 6 }),
  weight: fc.integer({ min: 1, max: 4 }),
});

interface Row {
  value: number;
  unit: number;
  weight: number;
}

/** The weighted mean of the rows. */
function meanOfRows(rows: readonly Row[]): number {
  const all = rows.reduce((sum, { weight }) => sum + weight, 0);
  return rows.reduce((sum, { value, weight }) => sum + value * weight, 0) / all;
}

const columns = (rows: readonly Row[]) => ({
  values: rows.map(({ value }) => value),
  units: rows.map(({ unit }) => unit),
  weights: rows.map(({ weight }) => weight),
});

describe('a weighted mean over documents', () => {
  it('is the mean of the rows, each copied as often as it counts [ST-F2] [CAL-01]', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 30 }), (rows) => {
        const { values, units, weights } = columns(rows);
        const copied = rows.flatMap((one) => Array.from({ length: one.weight }, () => ({ ...one, weight: 1 })));
        const found = valuesOfUnits(values, { units, weights });
        expect(meanOf(found)).toBeCloseTo(meanOfRows(rows), 9);
        const copies = columns(copied);
        const ofCopies = valuesOfUnits(copies.values, { units: copies.units });
        expect(found).toHaveLength(ofCopies.length);
        ofCopies.forEach((value, document) => expect(found[document]).toBeCloseTo(value, 9));
      }),
    );
  });

  it('has the error that leaving out one document at a time shows [ST-F5] [CAL-01]', () => {
    const random = randomOf(1);
    const rows = Array.from({ length: 60 }, (_, unit) => {
      const own = random.normal();
      return Array.from({ length: 1 + (unit % 5) }, () => ({
        value: own + 0.5 * random.normal(),
        unit,
        weight: 0.2 + random.uniform(),
      }));
    }).flat();
    const without = Array.from({ length: 60 }, (_, unit) => meanOfRows(rows.filter((one) => one.unit !== unit)));
    const jackknife = Math.sqrt((59 / 60) * without.reduce((sum, mean) => sum + (mean - meanOf(without)) ** 2, 0));
    const { values, units, weights } = columns(rows);
    const [low, high] = meanInterval(values, units, 0.95, weights) ?? [0, 0];
    // Student's quantile of 59 degrees of freedom.
    expect((high - low) / 2 / 2.001 / jackknife).toBeGreaterThan(0.9);
    expect((high - low) / 2 / 2.001 / jackknife).toBeLessThan(1.1);
  });

  it('covers that of all answers where labels are taken by what was read, and the plain one does not [ST-F2] [ST-F3]', () => {
    const random = randomOf(2);
    const loss = (p: number, y: boolean) => -Math.log(y ? p : 1 - p);
    const draw = () => sigmoid(-1.5 + 1.5 * random.normal());
    const truth = Array.from({ length: 40_000 }, draw).reduce(
      (sum, p) => sum + (p * loss(p, true) + (1 - p) * loss(p, false)) / 40_000,
      0,
    );
    let [weighted, plain] = [0, 0];
    for (let sample = 0; sample < samples; sample += 1) {
      const taken: { value: number; weight: number }[] = [];
      while (taken.length < 200) {
        const p = draw();
        const chance = 0.1 + 0.9 * p;
        if (random.uniform() < chance) taken.push({ value: loss(p, random.uniform() < p), weight: 1 / chance });
      }
      const values = taken.map(({ value }) => value);
      const weights = taken.map(({ weight }) => weight);
      const [low, high] = lossInterval(values, null, Infinity, weights) ?? [0, 0];
      if (low <= truth && truth <= high) weighted += 1;
      const [from, to] = lossInterval(values) ?? [0, 0];
      if (from <= truth && truth <= to) plain += 1;
    }
    expect(weighted / samples).toBeGreaterThanOrEqual(0.93 - 3 * Math.sqrt((0.93 * 0.07) / samples));
    expect(plain / samples).toBeLessThan(0.6);
  });

  it('does without documents that have no weight, and knows rows that share one [CAL-10]', () => {
    expect([...valuesOfUnits([1, 5, 9], { weights: [1, 0, 3] })]).toHaveLength(2);
    expect(meanInterval([1, 5], null, 0.95, [1, 0])).toBeNull();
    expect(sharedUnits([3, 1, 2])).toBeNull();
    expect(sharedUnits([3, 1, 3])).toEqual([3, 1, 3]);
  });
});

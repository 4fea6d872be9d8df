import { dealFolds } from '../fold/folds';
import { ratioOf } from '../interval/ratio';
import { logLosses } from '../metric/loss';
import { skillOf } from '../metric/skill';
import { Random, randomOf } from '../random/random';
import { baseRateReads } from './base-rate';
import { fitBool } from './bool-fit';

const worlds = process.env.LONG === '1' ? 400 : 30;
const floor = 1e-6;

/** Whether a fit's held-out reads are not told to be better than the base rate, which is the notice. */
function isNoBetter(p: Float64Array, y: Float64Array, units?: Float64Array): boolean {
  const { heldOut } = fitBool({ p, y, units, floor });
  const yes = Float64Array.from(baseRateReads(y, 2, { units }), (shares) => shares[1]);
  const skill = skillOf(logLosses({ p: heldOut.chosen, y }, floor), logLosses({ p: yes, y }, floor), { units });
  return !skill?.interval || skill.interval[0] <= 0;
}

/** Answers of so many documents with some rows each; `told` is how much of the truth's log odds p knows. */
function drawn(documents: number, { told, times = 1, random }: { told: number; times?: number; random: Random }) {
  const rows = Array.from({ length: documents }, (_, unit) => {
    const z = -1 + 1.5 * random.normal();
    const y = random.uniform() < 1 / (1 + Math.exp(-z)) ? 1 : 0;
    const p = 1 / (1 + Math.exp(-(told === 0 ? random.normal() : told * z)));
    return Array.from({ length: times }, () => ({ p, y, unit }));
  }).flat();
  const column = (of: (row: { p: number; y: number; unit: number }) => number) => Float64Array.from(rows, of);
  return { p: column(({ p }) => p), y: column(({ y }) => y), units: column(({ unit }) => unit) };
}

describe('always saying the base rate', () => {
  it.each([
    { name: '60 labels', documents: 60, told: 0, times: 1, least: 0.9, most: 1 },
    { name: '200 labels', documents: 200, told: 0, times: 1, least: 0.9, most: 1 },
    { name: '60 documents of three labels', documents: 60, told: 0, times: 3, least: 0.9, most: 1 },
  ])('is said to be as good where p says nothing: $name [CAL-08]', ({ documents, told, times, least }) => {
    const random = randomOf(documents + times);
    let found = 0;
    for (let world = 0; world < worlds; world += 1) {
      const { p, y, units } = drawn(documents, { told, times, random });
      if (isNoBetter(p, y, units)) found += 1;
    }
    expect(found / worlds).toBeGreaterThanOrEqual(least);
  });

  it.each([
    { name: 'overconfident', told: 2.2 },
    { name: 'right', told: 1 },
  ])('is said to be worse where p knows: $name [CAL-08]', ({ told }) => {
    const random = randomOf(21);
    let found = 0;
    for (let world = 0; world < worlds; world += 1) {
      const { p, y, units } = drawn(200, { told, random });
      if (isNoBetter(p, y, units)) found += 1;
    }
    expect(found / worlds).toBeLessThanOrEqual(0.05);
  });

  it('reads each row by the rows of the other folds, with one row spread evenly [CAL-07]', () => {
    const y = [0, 1, 2, 0, 0, 1, 0, 0, 2, 1, 0, 0, 1];
    const weights = y.map((_, row) => 1 + (row % 3));
    const folds = dealFolds(y);
    baseRateReads(y, 3, { weights }).forEach((shares, row) => {
      const others = y.flatMap((k, at) => (folds[at] === folds[row] ? [] : [{ k, weight: weights[at] }]));
      const sum = others.reduce((total, { weight }) => total + weight, 0);
      const slow = [0, 1, 2].map(
        (k) => (others.reduce((total, one) => total + (one.k === k ? one.weight : 0), 0) + 1 / 3) / (sum + 1),
      );
      slow.forEach((share, k) => expect(shares[k]).toBeCloseTo(share, 12));
    });
  });

  it('has no reference to beat where nothing else ever happened [CAL-08]', () => {
    expect(skillOf([0.1, 0.2], [0, 0])).toBeNull();
  });
});

describe('a ratio over documents', () => {
  it('covers the truth with unequal documents and weights [CAL-08]', () => {
    const random = randomOf(5);
    let covered = 0;
    const samples = worlds * 20;
    for (let sample = 0; sample < samples; sample += 1) {
      const [above, below, units, weights]: number[][] = [[], [], [], []];
      for (let unit = 0; unit < 80; unit += 1) {
        const own = random.normal();
        for (let row = 0; row <= unit % 4; row += 1) {
          const base = 1 + random.uniform();
          below.push(base);
          above.push(0.7 * base + 0.3 * own);
          units.push(unit);
          weights.push(1 + (unit % 2));
        }
      }
      const [low, high] = ratioOf(above, below, { units, weights })?.interval ?? [NaN, NaN];
      if (low <= 0.7 && 0.7 <= high) covered += 1;
    }
    expect(covered / samples).toBeGreaterThanOrEqual(0.93 - 3 * Math.sqrt((0.93 * 0.07) / samples));
  });

  it('is the mean with its interval where all denominators are 1, and counts a repeated document once [CAL-08]', () => {
    const values = [0.2, 0.5, 0.9, 0.4];
    const once = ratioOf(values, [1, 1, 1, 1]);
    const thrice = ratioOf(
      values.flatMap((value) => [value, value, value]),
      values.flatMap(() => [1, 1, 1]),
      { units: values.flatMap((_, unit) => [unit, unit, unit]) },
    );
    expect(once?.value).toBeCloseTo(0.5, 12);
    expect(thrice?.interval?.[0]).toBeCloseTo(once?.interval?.[0] ?? NaN, 12);
    expect(ratioOf([1], [1])?.interval).toBeNull();
  });
});

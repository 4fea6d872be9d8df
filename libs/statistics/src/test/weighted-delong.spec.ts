import { aurocFigure } from '../fit/held-out';
import { sigmoid } from '../number/probability';
import { Random, randomOf } from '../random/random';
import { auroc } from '../ranking/auroc';
import { aurocVariance, delong } from './delong';

const samples = process.env.LONG === '1' ? 4_000 : 200;

interface Row {
  p: number;
  other: number;
  y: number;
  unit: number;
  weight: number;
}

function drawn(documents: number, random: Random): Row[] {
  return Array.from({ length: documents }, (_, unit) => {
    const z = 1.5 * random.normal();
    const own = random.uniform() < sigmoid(z) ? 1 : 0;
    return Array.from({ length: 1 + (unit % 4) }, () => ({
      p: Math.round(10 * sigmoid(z + random.normal())) / 10,
      other: Math.round(10 * sigmoid(z + random.normal())) / 10,
      y: random.uniform() < 0.7 ? own : random.uniform() < sigmoid(z) ? 1 : 0,
      unit,
      weight: 1 + random.index(4),
    }));
  }).flat();
}

const columns = (rows: readonly Row[]) => ({
  p: rows.map(({ p }) => p),
  other: rows.map(({ other }) => other),
  y: rows.map(({ y }) => y),
  units: rows.map(({ unit }) => unit),
  weights: rows.map(({ weight }) => weight),
});

/** Obuchowski's variance as her paper writes it: all pairs of a yes and a no, summed by document; each row as often as it counts. */
function byPairs(rows: readonly Row[], read: (row: Row) => number): { area: number; variance: number } {
  const copies = rows.flatMap((row) => Array.from({ length: row.weight }, () => row));
  const [yes, no] = [copies.filter(({ y }) => y === 1), copies.filter(({ y }) => y === 0)];
  const wins = (a: Row, b: Row) => (read(a) > read(b) ? 1 : read(a) === read(b) ? 0.5 : 0);
  const placed = yes.map((a) => no.reduce((sum, b) => sum + wins(a, b), 0) / no.length);
  const placedNo = no.map((b) => yes.reduce((sum, a) => sum + wins(a, b), 0) / yes.length);
  const area = placed.reduce((sum, one) => sum + one, 0) / yes.length;
  const units = [...new Set(copies.map(({ unit }) => unit))];
  const excess = (of: readonly Row[], values: readonly number[]) => {
    return units.map((unit) => of.reduce((sum, row, at) => sum + (row.unit === unit ? values[at] - area : 0), 0));
  };
  const [ofYes, ofNo] = [excess(yes, placed), excess(no, placedNo)];
  const count = (of: readonly Row[]) => new Set(of.map(({ unit }) => unit)).size;
  const sum = (a: number[], b: number[]) => a.reduce((total, one, at) => total + one * b[at], 0);
  const [withYes, withNo, all] = [count(yes), count(no), units.length];
  const s10 = (withYes / ((withYes - 1) * yes.length)) * sum(ofYes, ofYes);
  const s01 = (withNo / ((withNo - 1) * no.length)) * sum(ofNo, ofNo);
  const s11 = (all / (all - 1)) * sum(ofYes, ofNo);
  return { area, variance: s10 / yes.length + s01 / no.length + (2 * s11) / (yes.length * no.length) };
}

describe('the variance of a weighted AUROC over documents', () => {
  it.each([1, 2, 3, 4])('is what the paper says of all pairs, draw %i [ST-F5] [CAL-10]', (seed) => {
    const rows = drawn(12 + 5 * seed, randomOf(seed));
    const { p, other, y, units, weights } = columns(rows);
    const [first, second] = [byPairs(rows, (row) => row.p), byPairs(rows, (row) => row.other)];
    expect(auroc({ p, y, weights })).toBeCloseTo(first.area, 12);
    expect(aurocVariance(p, y, units, weights)).toBeCloseTo(first.variance, 12);
    const test = delong(p, other, y, units, weights);
    expect(test.difference).toBeCloseTo(second.area - first.area, 12);
    expect(test.varianceAlternative).toBeCloseTo(second.variance, 12);
    const both = byPairs(
      rows.map((row) => ({ ...row, weight: 1 })),
      (row) => row.p,
    );
    expect(aurocVariance(p, y, units)).toBeCloseTo(both.variance, 12);
  });

  it('lets the interval cover the AUROC of all answers where unsure ones are labelled more often [ST-F3] [CAL-01]', () => {
    const random = randomOf(5);
    const draw = () => -1 + 1.5 * random.normal();
    const y = (z: number) => (random.uniform() < sigmoid(z) ? 1 : 0);
    const chanceOf = (z: number) => 0.1 + 3.6 * sigmoid(z) * (1 - sigmoid(z));
    const all = Array.from({ length: 40_000 }, draw);
    const truth = auroc({ p: all, y: all.map(y) }) ?? 0;
    let [weighted, plain] = [0, 0];
    for (let sample = 0; sample < samples; sample += 1) {
      const taken: number[] = [];
      while (taken.length < 200) {
        const z = draw();
        if (random.uniform() < chanceOf(z)) taken.push(z);
      }
      const outcomes = taken.map(y);
      const weights = taken.map((z) => 1 / chanceOf(z));
      const covers = ([low, high]: readonly number[]) => low <= truth && truth <= high;
      if (covers(aurocFigure(taken, outcomes, { weights })?.interval ?? [1, 0])) weighted += 1;
      if (covers(aurocFigure(taken, outcomes)?.interval ?? [1, 0])) plain += 1;
    }
    expect(weighted / samples).toBeGreaterThanOrEqual(0.93 - 3 * Math.sqrt((0.93 * 0.07) / samples));
    expect(plain / samples).toBeLessThan(0.8);
  });
});

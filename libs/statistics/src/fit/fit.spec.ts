import { reportedEce } from '../bin/calibration-error';
import { baseRateLogLoss, logLoss } from '../metric/loss';
import { directionOf } from '../map/direction';
import { readMap } from '../map/probability-map';
import { Random, randomOf } from '../random/random';
import { sigmoid } from '../number/probability';
import { boolCandidates } from './bool-kinds';
import { fitBool, readBool } from './bool-fit';
import { aurocFigure, boolMetrics } from './held-out';

/** Documents with known log odds z, normal with deviation 1.5, and an engine that distorts them. */
function planted(random: Random, n: number, engine: (z: number) => number) {
  const z = Float64Array.from({ length: n }, () => 1.5 * random.normal());
  return {
    truth: z.map(sigmoid),
    p: z.map((value) => sigmoid(engine(value))),
    y: z.map((value) => (random.uniform() < sigmoid(value) ? 1 : 0)),
  };
}

/** Mean log loss above that of the true probability, over many documents. */
function excess(truth: Float64Array, read: (i: number) => number): number {
  let sum = 0;
  truth.forEach((q, i) => (sum += q * Math.log(q / read(i)) + (1 - q) * Math.log((1 - q) / (1 - read(i)))));
  return sum / truth.length;
}

const engines: [string, (z: number) => number][] = [
  ['that is underconfident (temperature 2)', (z) => z / 2],
  ['that is overconfident (temperature 0.5)', (z) => 2 * z],
  ['that is shifted by 1.2', (z) => z + 1.2],
];

describe('fitBool on planted miscalibration', () => {
  it.each(engines)(
    'reads 2,000 documents of an engine %s almost as well as the true probability [CAL-03] [CAL-05]',
    (_, engine) => {
      const random = randomOf(1);
      const { p, y } = planted(random, 2_000, engine);
      const fit = fitBool({ p, y });
      expect(fit.readWith).toBe('calibrated');
      expect(logLoss({ p: fit.heldOut.chosen, y })).toBeLessThan(logLoss({ p, y }) - 0.02);
      const fresh = planted(random, 4_000, engine);
      const raw = excess(fresh.truth, (i) => fresh.p[i]);
      const read = excess(fresh.truth, (i) => readBool(fit, fresh.p[i], [fresh.p[i]], []));
      expect(raw).toBeGreaterThan(0.02);
      expect(read).toBeLessThan(0.006);
      expect(reportedEce({ p: fit.heldOut.chosen, y })).toBeLessThan(reportedEce({ p, y }) ?? 0);
    },
  );

  /**
   * docs/methods.md#maps-of-one-probability, "chosen: raw, Platt": excess x1000 for the exact, overconfident and
   * shifted engines.
   */
  it.each([
    [50, [9.8, 23.9, 20.8]],
    [100, [5.2, 12.8, 9.7]],
  ])('agrees with the table of docs/methods.md at n = %i [CAL-10]', (n, table) => {
    const distortions = [(z: number) => z, (z: number) => 2.2 * z, (z: number) => z + 1.2];
    distortions.forEach((engine, column) => {
      const random = randomOf(column + n);
      const runs = Array.from({ length: 12 }, () => {
        const { p, y } = planted(random, n, engine);
        const fit = fitBool({ p, y });
        const fresh = planted(random, 400, engine);
        return 1_000 * excess(fresh.truth, (i) => readBool(fit, fresh.p[i], [], []));
      });
      const mean = runs.reduce((sum, run) => sum + run, 0) / runs.length;
      const error = Math.sqrt(runs.reduce((sum, run) => sum + (run - mean) ** 2, 0)) / runs.length;
      expect(mean).toBeLessThan(table[column] + 3 * error + 3);
    });
  });
});

function noiseTable(random: Random, n: number, columns: number) {
  return { values: Float64Array.from({ length: n * columns }, () => random.normal()), columns };
}

describe('held-out reads', () => {
  it('are not better than the base rate on noise with twelve features [CAL-07]', () => {
    const random = randomOf(4);
    const gains = Array.from({ length: 12 }, () => {
      const n = 60;
      const y = Uint8Array.from({ length: n }, (_, i) => i % 2);
      const p = Float64Array.from({ length: n }, () => random.uniform());
      const fit = fitBool({ p, y, features: noiseTable(random, n, 12) });
      return baseRateLogLoss({ p, y }) - logLoss({ p: fit.heldOut.chosen, y });
    });
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    expect(mean).toBeLessThanOrEqual(0);
  });

  it('use a feature that knows more than the engine [CAL-05] [JDG-20]', () => {
    const random = randomOf(5);
    const n = 400;
    const features = noiseTable(random, n, 2);
    const z = Float64Array.from({ length: n }, () => random.normal());
    const y = z.map((value, i) => (random.uniform() < sigmoid(value + 1.5 * features.values[2 * i]) ? 1 : 0));
    const fit = fitBool({ p: z.map(sigmoid), y, features });
    expect(fit.readWith).toBe('features');
    expect(fit.features?.coef[0]).toBeGreaterThan(0.8);
    expect(logLoss({ p: fit.heldOut.chosen, y })).toBeLessThan(logLoss({ p: fit.heldOut.calibrated ?? [], y }));
    expect(fit.heldOut.featuresOnly).toHaveLength(n);
  });

  it('do not depend on the labels of any row of the document that they read [CAL-07]', () => {
    const random = randomOf(6);
    const { p, y } = planted(random, 60, (z) => 2 * z);
    const units = Array.from({ length: 60 }, (_, i) => i >> 1);
    const before = fitBool({ p, y, units });
    // A document whose rows have different labels keeps its fold when the labels are swapped.
    const mixed = units.find((unit) => y[2 * unit] !== y[2 * unit + 1]) ?? NaN;
    const turned = y.slice();
    [turned[2 * mixed], turned[2 * mixed + 1]] = [y[2 * mixed + 1], y[2 * mixed]];
    const after = fitBool({ p, y: turned, units });
    expect(after.heldOut.chosen[2 * mixed]).toBe(before.heldOut.chosen[2 * mixed]);
    expect(after.heldOut.chosen).not.toEqual(before.heldOut.chosen);
  });

  it('are the same each time', () => {
    const sample = planted(randomOf(8), 250, (z) => 2 * z);
    expect(fitBool(sample)).toEqual(fitBool(sample));
  });
});

describe('candidates', () => {
  it('grow with the labels: raw below ten or with one class, four maps from 200 on, features from 30 on [CAL-10]', () => {
    const labels = (n: number, positives: number) => Array.from({ length: n }, (_, i) => (i < positives ? 1 : 0));
    const plain = { features: 0, parts: 0 };
    expect(boolCandidates(labels(9, 4), { features: 1, parts: 0 })).toEqual(['raw']);
    expect(boolCandidates(labels(40, 0), { features: 1, parts: 0 })).toEqual(['raw']);
    expect(boolCandidates(labels(29, 14), { features: 1, parts: 0 })).toEqual(['raw', 'platt']);
    expect(boolCandidates(labels(30, 10), { features: 1, parts: 0 })).toEqual(['raw', 'platt', 'features']);
    expect(boolCandidates(labels(200, 19), plain)).toEqual(['raw', 'platt']);
    expect(boolCandidates(labels(200, 20), plain)).toEqual(['raw', 'platt', 'beta', 'isotonic']);
    expect(boolCandidates(labels(200, 20), { features: 1, parts: 2 })).toEqual(['raw', 'platt', 'parts', 'features']);
    expect(boolCandidates(labels(200, 20), { features: 1, parts: 1 })).toEqual(['raw', 'platt', 'features']);
    expect(boolCandidates(labels(29, 14), { features: 0, parts: 2 })).toEqual(['raw', 'platt']);
  });

  it('are raw only for a sample that is too small', () => {
    const fit = fitBool({ p: [0.2, 0.7], y: [0, 1] });
    expect(fit).toMatchObject({ readWith: 'raw', map: { kind: 'raw' }, features: null });
    expect(fit.heldOut).toMatchObject({ chosen: Float64Array.of(0.2, 0.7), calibrated: null, features: null });
  });
});

describe('the map of a fit', () => {
  /** Labels that come true as `truth` says of the log odds that the engine reads. */
  const labelsOf = (n: number, truth: (z: number) => number, seed: number) => {
    const random = randomOf(seed);
    const z = Float64Array.from({ length: n }, () => 1.5 * random.normal());
    return { p: z.map(sigmoid), y: z.map((value) => (random.uniform() < truth(value) ? 1 : 0)) };
  };

  it('never turns, and falls only where AUROC lies below 0.5 beyond noise [CAL-05] [CAL-10]', () => {
    const truths = [
      () => 0.3,
      (z: number) => sigmoid(-0.3 * z),
      (z: number) => 0.2 + 0.6 * Math.exp(-z * z),
      (z: number) => sigmoid(-z),
    ];
    const seen = new Set<number>();
    truths.forEach((truth, at) => {
      for (const n of [40, 220]) {
        const { p, y } = labelsOf(n, truth, at + n);
        const { map, heldOut } = fitBool({ p, y });
        const direction = directionOf(map);
        seen.add(direction);
        if (direction === -1) expect(aurocFigure(p, y)?.interval?.[1]).toBeLessThan(0.5);
        expect(direction).not.toBe(0);
        expect(heldOut.chosen.every((read) => read > 0 && read < 1)).toBe(true);
      }
    });
    expect(seen).toEqual(new Set([1, -1]));
  });

  it('is the base rate where a falling one is not proven, and reads all answers as it [CAL-05]', () => {
    // Of twenty answers of 0.6 fewer came true than of twenty of 0.4: too few to be evidence.
    const p = Array.from({ length: 40 }, (_, i) => (i % 2 ? 0.6 : 0.4));
    const y: number[] = p.map((one, i) => (i % (one === 0.4 ? 4 : 5) === 0 ? 1 : 0));
    const fit = fitBool({ p, y });
    const rate = (y.reduce((sum, one) => sum + one, 0) + 1) / 42;
    expect(fit.map).toMatchObject({ kind: 'platt', a: 0 });
    expect(readMap(fit.map, 0.1)).toBeCloseTo(rate, 12);
    expect(readMap(fit.map, 0.9)).toBeCloseTo(rate, 12);
  });
});

describe('aurocFigure', () => {
  it('has an interval also where every pair is in order, or none [CAL-08]', () => {
    const y = Array.from({ length: 20 }, (_, i) => (i < 6 ? 1 : 0));
    const [up, down] = [y.map((one) => one), y.map((one) => 1 - one)];
    expect(aurocFigure(up, y)).toEqual({ value: 1, interval: [expect.closeTo(0.5407, 4), 1] });
    expect(aurocFigure(down, y)).toEqual({ value: 0, interval: [0, expect.closeTo(0.4593, 4)] });
    // Five rows that all rank so happen by chance too often.
    const five = y.map((one, i) => (i === 5 ? 0 : one));
    expect(aurocFigure(five, five)?.interval?.[0]).toBeLessThan(0.5);
    expect(aurocFigure([0.5, 0.5, 0.5], [1, 0, 1])).toEqual({ value: 0.5, interval: null });
  });
});

describe('boolMetrics', () => {
  it('gives figures inside their intervals, and null when the labels do not allow one [CAL-08]', () => {
    const { p, y } = planted(randomOf(9), 300, (z) => z);
    const metrics = boolMetrics({ reads: p, y, ranking: p });
    for (const figure of [metrics.logLoss, metrics.brier, metrics.accuracy, metrics.auroc, metrics.precisionAt5]) {
      const [low, high] = figure?.interval ?? [1, 0];
      expect(low < (figure?.value ?? NaN) && (figure?.value ?? NaN) < high).toBe(true);
    }
    const few = boolMetrics({ reads: [0.3, 0.6], y: [1, 1], ranking: [0.3, 0.6] });
    expect(few).toMatchObject({ ece: null, auroc: null, precisionAt5: null, precisionAt10: null });
  });
});

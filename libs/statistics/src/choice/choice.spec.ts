import fc from 'fast-check';
import { choiceCandidates, fitChoice } from '../fit/choice-fit';
import { readChoice } from './choice-map';
import { Random, randomOf } from '../random/random';
import { choiceLosses, choiceMetrics } from './choice-metric';
import { fitLinear, readLinear } from './linear';
import { fitTemperature, logitsOf, readTemperature, softmax } from './temperature';

/** Rows of five options: the true log odds, and outcomes drawn from them. */
function drawn(random: Random, n: number) {
  const truth = Array.from({ length: n }, () => softmax(Float64Array.from({ length: 5 }, () => 1.5 * random.normal())));
  const y = truth.map((dist) => {
    let left = random.uniform();
    const option = dist.findIndex((p) => (left -= p) < 0);
    return option < 0 ? 4 : option;
  });
  return { truth, y };
}

const powered = (dist: Float64Array, beta: number, shift: number[] = []) =>
  softmax(dist.map((p, k) => beta * Math.log(p) + (shift[k] ?? 0)));

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('fitChoice', () => {
  it('finds a planted temperature [CAL-03]', () => {
    const { truth, y } = drawn(randomOf(1), 500);
    const dists = truth.map((dist) => powered(dist, 2));
    const { beta } = fitTemperature({ logits: dists.map((dist) => logitsOf(dist)), y });
    expect(beta).toBeGreaterThan(0.44);
    expect(beta).toBeLessThan(0.57);
    const fit = fitChoice({ dists, y });
    expect(fit.map.kind).not.toBe('raw');
    expect(mean(choiceLosses(fit.heldOut, y))).toBeLessThan(mean(choiceLosses(dists, y)) - 0.05);
  });

  it('finds a planted shift of the classes', () => {
    const { truth, y } = drawn(randomOf(2), 400);
    const dists = truth.map((dist) => powered(dist, 1, [1.5, 0, 0, 0, -1.5]));
    const fit = fitChoice({ dists, y });
    expect(['bias', 'vector']).toContain(fit.map.kind);
    const fresh = drawn(randomOf(3), 1_000);
    const reads = fresh.truth.map((dist) => readChoice(fit.map, powered(dist, 1, [1.5, 0, 0, 0, -1.5])));
    const excess = mean(choiceLosses(reads, fresh.y)) - mean(choiceLosses(fresh.truth, fresh.y));
    expect(excess).toBeLessThan(0.02);
  });

  it('learns no bias of more than 50 options from fewer than ten labels each', () => {
    const candidates = (options: number, n: number) => {
      const dists = Array.from({ length: n }, () => new Float64Array(options).fill(1 / options));
      return choiceCandidates({ dists, y: dists.map((_, i) => i % options) });
    };
    const [plain, rich] = [
      ['raw', 'temperature'],
      ['raw', 'temperature', 'bias'],
    ];
    expect([candidates(50, 60), candidates(51, 509), candidates(51, 510), candidates(254, 500)]).toEqual([
      rich,
      plain,
      rich,
      plain,
    ]);
  });

  it('learns only the temperature when the options vary', () => {
    const { truth, y } = drawn(randomOf(4), 100);
    const dists = truth.map((dist, i) => (i % 2 && y[i] < 4 ? softmax(dist.subarray(0, 4).map(Math.log)) : dist));
    const fit = fitChoice({ dists, y, optionsVary: true });
    expect(Object.keys(fit.losses)).toEqual(['raw', 'temperature']);
    expect(() => fitLinear({ logits: dists, y }, 5, true)).toThrow(RangeError);
  });

  it('reads distributions that sum to 1, and a temperature keeps their order', () => {
    const row = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(row, fc.double({ min: 0.05, max: 20, noNaN: true }), (raw, beta) => {
        const logits = logitsOf(raw);
        const read = readTemperature({ beta }, logits);
        expect(read.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
        const top = (values: Float64Array) => values.indexOf(Math.max(...values));
        expect(read[top(logits)]).toBe(read[top(read)]);
      }),
    );
  });

  it.each([true, false])(
    'is at the minimum: changing a parameter does not reduce the loss (shared slope: %s)',
    (shared) => {
      const { truth, y } = drawn(randomOf(6), 60);
      const logits = truth.map((dist) => logitsOf(powered(dist, 1.7, [0.5])));
      const fit = fitLinear({ logits, y }, 5, shared);
      const objective = ({ slopes, biases }: typeof fit) =>
        logits.reduce((sum, row, i) => sum - Math.log(readLinear({ slopes, biases }, row)[y[i]]), 0) +
        slopes.reduce((sum, s) => sum + 2 * (s - 1) ** 2, 0) +
        biases.reduce((sum, b) => sum + b ** 2 / 2, 0);
      const least = objective(fit);
      for (const step of [-1e-3, 1e-3]) {
        fit.slopes.forEach((_, j) => {
          const slopes = fit.slopes.map((s, k) => (k === j ? s + step : s));
          expect(objective({ ...fit, slopes })).toBeGreaterThan(least);
        });
        fit.biases.forEach((_, j) => {
          const biases = fit.biases.map((b, k) => (k === j ? b + step : b));
          expect(objective({ ...fit, biases })).toBeGreaterThan(least);
        });
      }
    },
  );
});

describe('choiceMetrics', () => {
  it('takes the first of equal top options', () => {
    const dists = [
      [0.4, 0.4, 0.2],
      [0.1, 0.9, 0],
    ];
    const metrics = choiceMetrics(dists, [0, 2]);
    expect(metrics.accuracy).toBe(0.5);
    expect(metrics.brier).toBeCloseTo((0.36 + 0.16 + 0.04 + 0.01 + 0.81 + 1) / 2, 12);
    expect(metrics.logLoss).toBeCloseTo((-Math.log(0.4) - Math.log(1e-6)) / 2, 4);
    expect(metrics.ece).toBeNull();
  });
});

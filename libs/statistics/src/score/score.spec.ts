import fc from 'fast-check';
import { fitScore } from '../fit/score-fit';
import { readScore } from './score-map';
import { randomOf } from '../random/random';
import { sigmoid } from '../number/probability';
import { fitOrdinal, readOrdinal } from './ordinal';
import { nearestLevel, quadraticKappa, scoreMetrics } from './score-metric';

/** The true distribution over five levels of a latent score with four cuts, sharpened by `slope`. */
function levelsOf(latent: number, slope: number): Float64Array {
  const above = [1, ...[-2, -0.7, 0.7, 2].map((cut) => sigmoid(slope * (latent - cut))), 0];
  return Float64Array.from({ length: 5 }, (_, k) => above[k] - above[k + 1]);
}

function simulated(n: number, slope: number) {
  const random = randomOf(n);
  const latent = Array.from({ length: n }, () => 1.5 * random.normal());
  const y = latent.map((value) => {
    let left = random.uniform();
    return Math.max(
      0,
      levelsOf(value, 1).findIndex((p) => (left -= p) < 0),
    );
  });
  return { dists: latent.map((value) => levelsOf(value, slope)), y };
}

describe('scores', () => {
  it('find the planted slope [CAL-03]', () => {
    const { dists, y } = simulated(600, 2);
    expect(fitOrdinal({ dists, y }, 5).a).toBeGreaterThan(0.42);
    expect(fitOrdinal({ dists, y }, 5).a).toBeLessThan(0.6);
    const fit = fitScore({ dists, y });
    expect(fit.map.kind).toBe('ordinal');
    const loss = (reads: Float64Array[]) => reads.reduce((sum, read, i) => sum - Math.log(read[y[i]]) / y.length, 0);
    expect(loss(fit.heldOut)).toBeLessThan(loss(dists) - 0.05);
  });

  it('read distributions with numbers of at least 0 and sum 1, also when the cuts cross', () => {
    const level = fc.double({ min: 0, max: 1, noNaN: true });
    const shift = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 4, maxLength: 4 }),
        fc.array(shift, { minLength: 3, maxLength: 3 }),
        (raw, b) => {
          const total = raw.reduce((sum, p) => sum + p, 0) || 1;
          const read = readOrdinal(
            { a: 1, b, floor: 1e-6 },
            raw.map((p) => p / total),
          );
          expect(read.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
          expect(Math.min(...read)).toBeGreaterThanOrEqual(-1e-15);
        },
      ),
    );
  });

  it('are read raw with too few labels', () => {
    const { dists, y } = simulated(9, 2);
    expect(readScore(fitScore({ dists, y }).map, dists[0])).toEqual(dists[0]);
  });

  it('have accuracy by nearest level, distance and kappa', () => {
    const levels = [1, 2, 3];
    expect([1.5, 1.51, 9].map((score) => nearestLevel(score, levels))).toEqual([0, 1, 2]);
    const metrics = scoreMetrics([1, 2.5, 3], [0, 2, 2], levels);
    expect(metrics.accuracy).toBeCloseTo(2 / 3, 12);
    expect(metrics.meanAbsoluteError).toBeCloseTo(0.5 / 3, 12);
    // The distance is to what was observed, not to the level next to it [defect E-M5].
    const exact = [1.4, 2.6, 3];
    expect(scoreMetrics(exact, [0, 2, 2], levels, exact)).toMatchObject({ meanAbsoluteError: 0, meanSquaredError: 0 });
    // By hand: one disagreement of 1, where chance gives 25 / 5.
    expect(quadraticKappa([0, 1, 2, 2, 1], [0, 1, 2, 1, 1], 3)).toBeCloseTo(0.8, 12);
    expect(quadraticKappa([1, 1], [1, 1], 3)).toBeNull();
  });
});

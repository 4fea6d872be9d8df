import fc from 'fast-check';
import { randomOf } from '../random/random';
import { auroc } from '../ranking/auroc';
import { candidatesOf } from '../threshold/candidates';
import { performanceAt } from '../threshold/performance';
import { equalMassBins, summariseBins } from './bins';
import { calibrationError, debiasedError, reportedEce } from './calibration-error';
import { eceNoiseFloor } from './noise-floor';
import { reliabilityBins } from './reliability';

const rows = fc.array(
  fc.record({ p: fc.integer({ min: 0, max: 20 }).map((k) => k / 20), y: fc.integer({ min: 0, max: 1 }) }),
  {
    minLength: 1,
    maxLength: 120,
  },
);
const columns = (list: { p: number; y: number }[]) => ({ p: list.map(({ p }) => p), y: list.map(({ y }) => y) });

function simulated(n: number, seed: number) {
  const random = randomOf(seed);
  const p = Float64Array.from({ length: n }, () => random.uniform());
  return { p, y: p.map((share) => (random.uniform() < share ? 1 : 0)) };
}

describe('calibration error', () => {
  it('does not depend on the order of rows, and is never larger after removing the noise', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const [ahead, behind] = [columns(list), columns([...list].reverse())].map(({ p, y }) =>
          summariseBins(equalMassBins(p), p, y),
        );
        expect(calibrationError(behind)).toBeCloseTo(calibrationError(ahead), 12);
        expect(debiasedError(ahead)).toBeLessThanOrEqual(calibrationError(ahead) + 1e-12);
      }),
    );
  });

  it('puts reads that differ in the last bit into one bin, whatever the order of their sums [defect E-M6]', () => {
    const [low, high] = [0.9323843315654627, 0.932384331565463];
    const p = Array.from({ length: 160 }, (_, i) => (i % 2 ? low : high)).concat(Array.from({ length: 40 }, () => 0.5));
    const y = p.map((read, i) => (read === low ? (i % 10 < 7 ? 1 : 0) : i % 10 < 9 ? 1 : 0));
    const one = p.map((read) => (read === low ? high : read));
    expect([...equalMassBins(p)]).toEqual([...equalMassBins(one)]);
    expect(reliabilityBins({ p, y })).toHaveLength(2);
    expect(reportedEce({ p, y })).toBeCloseTo(reportedEce({ p: one, y }) ?? NaN, 12);
    expect(auroc({ p, y })).toBe(auroc({ p: one, y }));
    const { threshold } = candidatesOf({ p, y });
    expect([threshold.length, performanceAt({ p, y }, threshold[0]).flagged]).toEqual([2, 0.8]);
  });

  it('is null below 50 labels and 0 for exact frequencies [CAL-08]', () => {
    const p = Array.from({ length: 100 }, (_, i) => (i % 2 ? 0.2 : 0.8));
    const y = p.map((share, i) => (share === 0.8 ? ((i >> 1) % 5 < 4 ? 1 : 0) : (i >> 1) % 5 < 1 ? 1 : 0));
    expect(reportedEce({ p, y })).toBe(0);
    expect(reportedEce({ p: p.slice(0, 49), y: y.slice(0, 49) })).toBeNull();
  });

  it.each([
    [100, 0.045],
    [200, 0.044],
    [500, 0.028],
  ])('of perfect reads at n = %i is the noise of docs/methods.md#metrics, %f', (n, noise) => {
    const floor = eceNoiseFloor(simulated(n, 1).p, 300);
    expect(floor?.mean).toBeGreaterThan(noise - 0.012);
    expect(floor?.mean).toBeLessThan(noise + 0.012);
    expect(floor?.high).toBeGreaterThan(floor?.mean ?? 1);
  });

  it('lies above its noise floor when reads are wrong by .12, and near the truth', () => {
    const { p, y } = simulated(2_000, 2);
    const off = p.map((share) => Math.min(1, Math.max(0, 0.5 + 1.48 * (share - 0.5))));
    const truth = p.reduce((sum, share, i) => sum + Math.abs(off[i] - share), 0) / p.length;
    const ece = reportedEce({ p: off, y }) ?? 0;
    expect(ece).toBeGreaterThan(eceNoiseFloor(off)?.high ?? 1);
    expect(Math.abs(ece - truth)).toBeLessThan(0.03);
  });
});

describe('reliability', () => {
  it('counts every row in one bin, and each share lies in its interval [CAL-01]', () => {
    const { p, y } = simulated(400, 3);
    const bins = reliabilityBins({ p, y });
    expect(bins).toHaveLength(10);
    expect(bins.reduce((sum, bin) => sum + bin.occupancy, 0)).toBeCloseTo(1, 12);
    for (const { low, high, meanP, observed, interval } of bins) {
      expect(low <= meanP && meanP <= high && interval[0] <= observed && observed <= interval[1]).toBe(true);
    }
  });
});

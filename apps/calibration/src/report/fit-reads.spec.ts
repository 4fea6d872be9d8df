import { CalibrationReport } from '@app/contracts/calibration';
import { randomOf } from '@app/statistics';
import { judgment, label, report } from './report.fake';

describe('what a fit reads is what its report describes', () => {
  const codes = (one: CalibrationReport) => one.notices.map(({ code }) => code);
  /** Labels of an engine that reads sigma(z) where `truth` of z comes true. */
  const labelsOf = (n: number, truth: (z: number) => number, seed = 11) => {
    const random = randomOf(seed);
    return Array.from({ length: n }, () => {
      const z = 1.5 * random.normal();
      return label({ value: random.uniform() < truth(z), number: Math.round(1e3 / (1 + Math.exp(-z))) / 1e3 });
    });
  };

  it('of an engine that ranks backwards: the map falls, and the calibrated figures rank as the map does [CAL-05] [CAL-08]', () => {
    const found = report(
      judgment,
      labelsOf(600, (z) => 1 / (1 + Math.exp(z))),
      true,
    );
    const { raw, calibrated } = found.held_out;
    expect(raw?.auroc_interval?.[1]).toBeLessThan(0.5);
    expect(calibrated?.auroc).toBeCloseTo(1 - (raw?.auroc ?? NaN), 12);
    expect(calibrated?.precision_at_10).toBeGreaterThan(0.7);
    expect(codes(found)).toEqual(['ranks_backwards']);
    expect(found.notices[0].message).toContain('the other way round');
  });

  it('of an engine that knows nothing: the fit reads the base rate, ranks nothing, and says so [CAL-05] [CAL-08]', () => {
    // By chance the labels of the first seed rise a little and those of the second fall.
    const [rises, falls] = [2, 3].map((seed) =>
      report(
        judgment,
        labelsOf(300, () => 0.3, seed),
        true,
      ),
    );
    const nothing = ['ranks_nothing', 'no_better_than_base_rate'];
    expect([rises, falls].map(codes)).toEqual([nothing, nothing]);
    expect([rises, falls].map(({ held_out }) => (held_out.raw?.auroc ?? NaN) > 0.5)).toEqual([true, false]);
    const { calibrated } = falls.held_out;
    expect(calibrated).toMatchObject({ auroc: 0.5, auroc_interval: null });
    expect(calibrated?.precision_at_10).toBeCloseTo(falls.base_rate ?? NaN, 12);
    expect(falls.bins.every(({ mean_p }) => Math.abs(mean_p - (falls.base_rate ?? NaN)) < 0.01)).toBe(true);
    // Of an engine that gives each document the same answer the AUROC has no interval.
    const same = report(
      judgment,
      labelsOf(60, () => 0.3).map((row) => ({ ...row, number: 0.6 })),
      true,
    );
    expect(same.held_out.raw).toMatchObject({ auroc: 0.5, auroc_interval: null });
    expect(codes(same)).toEqual(nothing);
  });

  it('of an engine that no map mends: the error that is left is named, and no map that turns is chosen [CAL-05] [CAL-10]', () => {
    // The likeliest come true in the middle of the range and at neither end, as with 3,110 forecasts of AUROC 0.31.
    const found = report(
      judgment,
      labelsOf(1_500, (z) => 0.15 + 0.75 * Math.exp(-((z + 1) ** 2))),
      true,
    );
    const { calibrated } = found.held_out;
    expect(codes(found)).toEqual(['ranks_backwards', 'still_miscalibrated']);
    expect(calibrated?.ece).toBeGreaterThan(3 * (calibrated?.ece_noise_floor?.mean ?? NaN));
    expect(found.notices[1].message).toContain(calibrated?.ece?.toFixed(3));
    expect(found.choice?.candidates.map(({ map }) => map)).not.toContain('beta');
  });
});

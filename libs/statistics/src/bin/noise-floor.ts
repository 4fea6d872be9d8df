import { Numbers, quantileOfSorted } from '../number/numbers';
import { randomOf } from '../random/random';
import { debiasedError, minLabelsForEce } from './calibration-error';
import { equalMassBins, reportBinCount, summariseBins } from './bins';

/** The reported ECE of perfectly calibrated reads. */
export interface NoiseFloor {
  /** Mean over simulated outcomes, in [0, 1]. */
  mean: number;
  /** 95 % of perfect reads stay at or below this; an ECE above it is evidence of miscalibration at 5 %. */
  high: number;
}

/**
 * The ECE that these reads would have if they were perfect: draws outcomes from the reads many times.
 * @param p reads, in [0, 1]
 * @param resamples 200 by default
 * @returns null below 50 rows, like the ECE itself
 * @see Bröcker and Smith 2007 (consistency resampling)
 */
export function eceNoiseFloor(p: Numbers, resamples = 200, seed = 1): NoiseFloor | null {
  if (p.length < minLabelsForEce) return null;
  const bins = equalMassBins(p, reportBinCount(p.length));
  const random = randomOf(seed);
  const y = new Uint8Array(p.length);
  const errors = Float64Array.from({ length: resamples }, () => {
    for (let i = 0; i < y.length; i += 1) y[i] = random.uniform() < p[i] ? 1 : 0;
    return debiasedError(summariseBins(bins, p, y));
  }).sort();
  return { mean: errors.reduce((sum, error) => sum + error, 0) / resamples, high: quantileOfSorted(errors, 0.95) };
}

import { normalUpper } from '../distribution/normal';
import { likenessOfReads } from '../interval/likeness';
import type { Labels } from '../label/labels';
import { Bin, equalMassBins, reportBinCount, summariseBins } from './bins';

/** Below this number of labels no ECE is reported, since it would be mere noise. @see docs/methods.md#metrics */
export const minLabelsForEce = 50;

const totalOf = (bins: Bin[]) => bins.reduce((sum, bin) => sum + bin.weight, 0);

/**
 * Plug-in expected calibration error: mean over rows of |observed share - mean read| of the row's bin.
 * Perfect reads have .10 at n = 100; use it for comparison with published numbers only.
 * @returns in [0, 1]
 * @see Naeini 2015; Guo 2017
 */
export function calibrationError(bins: Bin[]): number {
  const total = totalOf(bins);
  return bins.reduce((sum, bin) => sum + (bin.weight / total) * Math.abs(bin.observed - bin.meanP), 0);
}

/** E|N(g, s)|, the expected gap when noise `s` adds to a true gap `g`. */
function foldedMean(g: number, s: number): number {
  if (s === 0) return g;
  return s * Math.sqrt(2 / Math.PI) * Math.exp((-g * g) / (2 * s * s)) + g * (1 - 2 * normalUpper(g / s));
}

/**
 * Calibration error without the noise of each bin: sum n_b/n (2g - E|N(g, s)|), s² = ybar(1 - ybar)/n_b, at least 0.
 * n_b is the bin's effective number in s, and its weight in the mean. Deterministic, without resampling.
 * @returns in [0, 1]
 * @see Bröcker 2012; Kumar 2019; docs/methods.md#metrics
 */
export function debiasedError(bins: Bin[]): number {
  const total = totalOf(bins);
  const error = bins.reduce((sum, bin) => {
    const gap = Math.abs(bin.observed - bin.meanP);
    const noise = Math.sqrt((bin.observed * (1 - bin.observed)) / bin.effective);
    return sum + (bin.weight / total) * (2 * gap - foldedMean(gap, noise));
  }, 0);
  return Math.max(0, error);
}

/**
 * Root of the debiased squared gap, sqrt(max(0, sum n_b/n (g² - ybar(1 - ybar)/(n_b - 1)))); bins of one row add 0.
 * By construction larger than an L1 figure. For the reference vectors alone.
 * @returns in [0, 1]
 * @see Kumar 2019
 */
export function debiasedRootError(bins: Bin[]): number {
  const total = totalOf(bins);
  const error = bins.reduce((sum, bin) => {
    if (bin.n === 1) return sum;
    const noise = (bin.observed * (1 - bin.observed)) / (bin.n - 1);
    return sum + (bin.weight / total) * ((bin.observed - bin.meanP) ** 2 - noise);
  }, 0);
  return Math.sqrt(Math.max(0, error));
}

/**
 * The `ece` of reports: debiased L1 over clamp(floor(n / 20), 3, 10) equal-mass bins.
 * Do not compare readings or choose a map by it. It has no interval, since a figure that is folded at 0 has none that
 * covers what it says: compare it with `eceNoiseFloor`. Rows of one document make as much noise as they are alike.
 * @returns in [0, 1]; null below 50 rows
 */
export function reportedEce(labels: Labels): number | null {
  const { p, y } = labels;
  if (p.length < minLabelsForEce) return null;
  return debiasedError(
    summariseBins(equalMassBins(p, reportBinCount(p.length)), p, y, labels, likenessOfReads(labels)),
  );
}

import { studentQuantile } from '../distribution/student';
import { Numbers, deviationOf, meanByUnit, meanOf, quantileOfSorted } from '../number/numbers';
import { randomOf } from '../random/random';
import { Interval } from './proportion';

/**
 * Student's interval of a mean over documents, in the unit of the values.
 * @param values one number for each row, for example its log loss
 * @param units document of each row; rows of one document are averaged first
 * @returns null below two units
 */
export function meanInterval(values: Numbers, units?: Numbers | null, confidence = 0.95): Interval | null {
  const means = meanByUnit(values, units);
  if (means.length < 2) return null;
  const mean = meanOf(means);
  const half = (studentQuantile(0.5 + confidence / 2, means.length - 1) * deviationOf(means)) / Math.sqrt(means.length);
  return [mean - half, mean + half];
}

export interface BootstrapOptions {
  /** Rows of one document are drawn together. */
  units?: Numbers | null;
  /** Number of resamples; default 200, which gives the ends to about a tenth of the interval's width. */
  resamples?: number;
  seed?: number;
  /** In (0, 1); 0.95 by default. */
  confidence?: number;
}

/**
 * Basic (reverse percentile) bootstrap interval for a figure without a formula. A resample is given as counts: a row that
 * is drawn twice counts twice. `statistic` must not keep the array of counts.
 * @param n number of rows
 * @param statistic the figure of the rows under `counts`; resamples with null are left out
 * @returns null when the figure of the rows themselves is null
 * @see Davison and Hinkley 1997, 5.2; the basic form removes the bias that resampling adds to a figure such as an ECE
 */
export function bootstrapInterval(
  n: number,
  statistic: (counts: Float64Array) => number | null,
  { units, resamples = 200, seed = 1, confidence = 0.95 }: BootstrapOptions = {},
): Interval | null {
  const estimate = statistic(new Float64Array(n).fill(1));
  if (estimate === null) return null;
  const unitOf = numberUnits(n, units);
  const size = unitOf.reduce((most, unit) => Math.max(most, unit + 1), 0);
  const random = randomOf(seed);
  const counts = new Float64Array(n);
  const unitCounts = new Float64Array(size);
  const drawn = Array.from({ length: resamples }, () => {
    unitCounts.fill(0);
    for (let i = 0; i < size; i += 1) unitCounts[random.index(size)] += 1;
    for (let row = 0; row < n; row += 1) counts[row] = unitCounts[unitOf[row]];
    return statistic(counts);
  });
  const values = Float64Array.from(drawn.filter((value) => value !== null)).sort();
  if (values.length === 0) return null;
  const tail = (1 - confidence) / 2;
  return [2 * estimate - quantileOfSorted(values, 1 - tail), 2 * estimate - quantileOfSorted(values, tail)];
}

/** Units numbered 0, 1, 2 ... in the order of their first rows. */
export function numberUnits(n: number, units?: Numbers | null): Uint32Array {
  if (!units) return Uint32Array.from({ length: n }, (_, row) => row);
  const numbers = new Map<number, number>();
  return Uint32Array.from({ length: n }, (_, row) => {
    const known = numbers.get(units[row]) ?? numbers.size;
    numbers.set(units[row], known);
    return known;
  });
}

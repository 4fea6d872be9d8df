import { studentQuantile } from '../distribution/student';
import { Numbers, deviationOf, meanOf } from '../number/numbers';
import { Interval } from './proportion';
import { valuesOfUnits } from './rows';

/**
 * Student's interval of a weighted mean over documents, in the unit of the values.
 * @param values one number for each row, for example its log loss
 * @param units document of each row: rows of one document are not independent
 * @param weights how many answers each row stands for; absent: one
 * @returns null below two units
 */
export function meanInterval(
  values: Numbers,
  units?: Numbers | null,
  confidence = 0.95,
  weights?: Numbers | null,
): Interval | null {
  const means = valuesOfUnits(values, { units, weights });
  if (means.length < 2) return null;
  const mean = meanOf(means);
  const half = (studentQuantile(0.5 + confidence / 2, means.length - 1) * deviationOf(means)) / Math.sqrt(means.length);
  return [mean - half, mean + half];
}

/**
 * Interval of a weighted mean loss over documents, which cannot leave [0, `most`]. Losses are skewed: where an outcome is rare, few
 * rows carry most of the loss, and Student's interval misses the truth above it. Hall's transformation of Student's t takes the
 * skewness out.
 * @param losses one number for each row
 * @param units document of each row: rows of one document are not independent
 * @param most the largest loss, such as 1 for the Brier score of a bool; default: no limit
 * @param weights how many answers each row stands for; absent: one
 * @returns null below two units
 * @see Hall 1992, Journal of the Royal Statistical Society B 54; docs/methods.md#coverage-of-the-intervals
 */
export function lossInterval(
  losses: Numbers,
  units?: Numbers | null,
  most = Infinity,
  weights?: Numbers | null,
): Interval | null {
  const means = valuesOfUnits(losses, { units, weights });
  const n = means.length;
  if (n < 2) return null;
  const [mean, deviation, skew] = [meanOf(means), deviationOf(means), skewnessOf(means)];
  const t = studentQuantile(0.975, n - 1) / Math.sqrt(n);
  const end = (quantile: number): number => mean - deviation * unskewed(quantile, skew, n);
  return [Math.max(0, end(t)), Math.min(most, end(-t))];
}

/** Third standardised moment; 0 where all values are equal. */
function skewnessOf(values: Numbers): number {
  const mean = meanOf(values);
  let [squares, cubes] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    squares += (values[i] - mean) ** 2;
    cubes += (values[i] - mean) ** 3;
  }
  return squares === 0 ? 0 : cubes / values.length / (squares / values.length) ** 1.5;
}

/** The standardised error x for which x + skew x^2 / 3 + skew^2 x^3 / 27 + skew / 6n is the symmetric `quantile`. */
function unskewed(quantile: number, skew: number, n: number): number {
  if (Math.abs(skew) < 1e-9) return quantile;
  return (3 / skew) * (Math.cbrt(1 + skew * (quantile - skew / (6 * n))) - 1);
}

import { studentQuantile } from '../distribution/student';
import { Numbers } from '../number/numbers';
import { ShareRows, numberUnits } from './rows';
import { Interval } from './proportion';

/** A ratio of two weighted sums over documents; its interval is null where fewer than two documents have weight. */
export interface DocumentRatio {
  value: number;
  interval: Interval | null;
}

/**
 * The weighted sum of one column over that of another, with Student's 95 % interval by the delta method. Rows of one document are
 * alike, so the spread is that of the documents' totals; unequal weights leave fewer degrees of freedom.
 * @param numerators one number for each row
 * @param denominators one number for each row; all 1 for a mean
 * @returns null where the denominators sum to 0
 * @see Cochran 1977, Sampling Techniques, 6.3; Kish 1965, Survey Sampling, 6.3
 */
export function ratioOf(
  numerators: Numbers,
  denominators: Numbers,
  { units, weights }: ShareRows = {},
): DocumentRatio | null {
  const unitOf = numberUnits(numerators.length, units);
  const count = unitOf.reduce((most, unit) => Math.max(most, unit + 1), 0);
  const [above, below, sizes] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  unitOf.forEach((unit, row) => {
    const weight = weights ? weights[row] : 1;
    above[unit] += weight * numerators[row];
    below[unit] += weight * denominators[row];
    sizes[unit] += weight;
  });
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const [top, bottom, size] = [sum(above), sum(below), sum(sizes)];
  if (bottom === 0) return null;
  const value = top / bottom;
  const documents = sizes.reduce((found, one) => found + (one > 0 ? 1 : 0), 0);
  if (documents < 2) return { value, interval: null };
  const squares = above.reduce((total, one, unit) => total + (one - value * below[unit]) ** 2, 0);
  const error = Math.sqrt((documents / (documents - 1)) * squares) / Math.abs(bottom);
  const effective = size ** 2 / sizes.reduce((total, one) => total + one ** 2, 0);
  const half = studentQuantile(0.975, Math.max(1, effective - 1)) * error;
  return { value, interval: [value - half, value + half] };
}

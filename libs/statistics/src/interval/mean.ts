import { studentQuantile } from '../distribution/student';
import { Numbers, deviationOf, meanByUnit, meanOf } from '../number/numbers';
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

/**
 * Student's interval of a mean loss, which cannot leave [0, `most`].
 * @param most the largest loss, such as 1 for the Brier score of a bool; default: no limit
 */
export function lossInterval(losses: Numbers, units?: Numbers | null, most = Infinity): Interval | null {
  const interval = meanInterval(losses, units);
  return interval && [Math.max(0, interval[0]), Math.min(most, interval[1])];
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

import { Numbers, deviationOf, meanOf } from '../number/numbers';

/** A number for each document, and how many answers it stands for. */
export interface UnitMeans {
  values: Float64Array;
  /** At least 0 each, not all 0; null: all count the same. */
  weights: Float64Array | null;
}

/**
 * One mean for each document, in the order of their first rows, since rows of one document are not independent. A document stands
 * for as many answers as its rows together.
 * @param units document of each row; default: each row has one of its own
 * @param weights how many answers each row stands for, not all 0; null: one
 */
export function unitMeansOf(values: Numbers, units?: Numbers | null, weights?: Numbers | null): UnitMeans {
  if (!units && !weights) return { values: Float64Array.from(values), weights: null };
  const found = new Map<number, { sum: number; size: number }>();
  for (let row = 0; row < values.length; row += 1) {
    const weight = weights ? weights[row] : 1;
    const entry = found.get(units ? units[row] : row) ?? { sum: 0, size: 0 };
    entry.sum += weight * values[row];
    entry.size += weight;
    found.set(units ? units[row] : row, entry);
  }
  const standing = [...found.values()].filter(({ size }) => size > 0);
  return {
    values: Float64Array.from(standing, ({ sum, size }) => sum / size),
    weights: standing.every(({ size }) => size === standing[0].size)
      ? null
      : Float64Array.from(standing, ({ size }) => size),
  };
}

/** A mean over documents, and how well they tell it. */
export interface UnitMean {
  mean: number;
  /** By documents; 0 below two. */
  standardError: number;
  /** The number of documents of equal weight that would tell as much; without weights their number. */
  effective: number;
}

/**
 * The weighted mean, with the error of a ratio of two sums. Without weights the plain mean and sd / sqrt n.
 * @see Hajek 1971; Kish 1965, Survey Sampling, for the effective number
 */
export function unitMean({ values, weights }: UnitMeans): UnitMean {
  const n = values.length;
  if (!weights) {
    return { mean: meanOf(values), standardError: n < 2 ? 0 : deviationOf(values) / Math.sqrt(n), effective: n };
  }
  let [all, squares, sum] = [0, 0, 0];
  weights.forEach((weight, unit) => {
    all += weight;
    squares += weight * weight;
    sum += weight * values[unit];
  });
  const mean = sum / all;
  const spread = values.reduce((total, value, unit) => total + (weights[unit] * (value - mean)) ** 2, 0);
  const standardError = n < 2 ? 0 : Math.sqrt((spread * n) / (n - 1)) / all;
  return { mean, standardError, effective: (all * all) / squares };
}

import { minimise } from '../number/newton';
import { Numbers } from '../number/numbers';

/** A logistic regression with a penalty toward chosen coefficients. */
export interface PenalisedProblem {
  /** Row-major, one row for each answer or distinct read; a column of ones is the intercept. */
  design: Float64Array;
  /** Number of columns. */
  columns: number;
  /** Weight of each row, at least 0. */
  weight: Numbers;
  /** Weighted sum of the targets of each row. A target lies in [0, 1] and may be fractional. */
  target: Numbers;
  /** Strength r of each column's penalty r (coefficient - centre)² / 2; 0 means no penalty. */
  ridge: Numbers;
  /** The coefficient toward which each column is penalised. */
  centre: Numbers;
  /** Warm start; default zeros. */
  start?: Numbers;
}

/**
 * Minimises sum [w ln(1 + e^u) - t u] + sum r (coefficient - centre)² / 2, u the row's linear form.
 * @returns one coefficient for each column
 * @see docs/methods.md#maps-of-one-probability, docs/methods.md#the-choice-of-the-reading; Hastie, Tibshirani and
 *   Friedman 2009, 4.4
 */
export function fitPenalised(problem: PenalisedProblem): Float64Array {
  const { design, columns, weight, target, ridge, centre } = problem;
  const curve = (at: Float64Array) => {
    const gradient = new Float64Array(columns);
    const hessian = new Float64Array(columns * columns);
    let value = 0;
    for (let row = 0, base = 0; row < weight.length; row += 1, base += columns) {
      let u = 0;
      for (let j = 0; j < columns; j += 1) u += at[j] * design[base + j];
      const w = weight[row];
      // Softplus and sigma share one exponential, which takes most of a fit's time.
      const e = Math.exp(-Math.abs(u));
      const p = (u >= 0 ? 1 : e) / (1 + e);
      value += w * (Math.max(u, 0) + Math.log(1 + e)) - target[row] * u;
      const residual = w * p - target[row];
      const curvature = w * p * (1 - p);
      for (let j = 0; j < columns; j += 1) {
        const x = design[base + j];
        gradient[j] += residual * x;
        const scaled = curvature * x;
        for (let k = 0; k <= j; k += 1) hessian[j * columns + k] += scaled * design[base + k];
      }
    }
    for (let j = 0; j < columns; j += 1) {
      const away = at[j] - centre[j];
      value += (ridge[j] * away * away) / 2;
      gradient[j] += ridge[j] * away;
      hessian[j * columns + j] += ridge[j];
    }
    return { value, gradient, hessian };
  };
  return minimise(curve, problem.start ?? new Float64Array(columns));
}

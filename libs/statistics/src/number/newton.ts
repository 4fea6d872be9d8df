import { solveSymmetric } from './solve';

/** A convex objective with its derivatives. */
export interface Curve {
  value: number;
  gradient: Float64Array;
  /** Row-major; the lower triangle is enough. */
  hessian: Float64Array;
}

/**
 * Minimises a convex function by Newton's method with step halving on the objective. Without halving Platt's fit diverges
 * on ordinary label sets.
 * @param curve the function with its derivatives at a point
 * @param start the first point; a warm start only saves steps
 * @returns the minimum: another step would change no parameter by more than 1e-13 of itself, or after 100 steps
 * @see docs/methods.md#maps-of-one-probability
 */
export function minimise(curve: (at: Float64Array) => Curve, start: ArrayLike<number>): Float64Array {
  let at = Float64Array.from(start);
  let here = curve(at);
  for (let step = 0; step < 100; step += 1) {
    const direction = solveSymmetric(here.hessian, here.gradient, at.length);
    const size = direction.reduce((most, d, i) => Math.max(most, Math.abs(d) / Math.max(1, Math.abs(at[i]))), 0);
    // Convergence is quadratic, so the step after one of this size would be below 1e-13.
    if (size < 1e-8) return at.map((x, i) => x - direction[i]);
    const found = downhill(curve, at, direction, here.value);
    if (!found) break;
    ({ at, here } = found);
  }
  return at;
}

function downhill(curve: (at: Float64Array) => Curve, from: Float64Array, direction: Float64Array, value: number) {
  // Smaller differences are rounding of a sum over 100,000 rows.
  const slack = 1e-13 * Math.max(1, Math.abs(value));
  for (let share = 1; share > 1e-10; share /= 2) {
    const at = from.map((x, i) => x - share * direction[i]);
    const here = curve(at);
    if (here.value <= value + slack) return { at, here };
  }
  return undefined;
}

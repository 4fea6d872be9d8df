import { betaCdf } from './beta';
import { normalQuantile } from './normal';

/**
 * P(T > t) of Student's t, in [0, 1].
 * @param degrees degrees of freedom, above 0
 * @returns relative error below 1e-13; 1e-9 at 100,000 degrees, where two large gamma logarithms cancel
 * @see Abramowitz and Stegun 26.7.1
 */
export function studentUpper(t: number, degrees: number): number {
  const tail = 0.5 * betaCdf(degrees / (degrees + t * t), degrees / 2, 0.5);
  return t >= 0 ? tail : 1 - tail;
}

/**
 * The t with P(T <= t) = `q`, as exact as `studentUpper`.
 * @param q share in (0, 1)
 */
export function studentQuantile(q: number, degrees: number): number {
  if (q === 0.5) return 0;
  if (q < 0.5) return -studentQuantile(1 - q, degrees);
  let low = 0;
  let high = Math.max(1, normalQuantile(q));
  // The tail is heavier than the normal one, so the normal quantile is a lower bound; one degree needs the doubling.
  while (studentUpper(high, degrees) > 1 - q) {
    low = high;
    high *= 2;
  }
  for (let i = 0; i < 200 && high - low > 1e-14 * high; i += 1) {
    const middle = (low + high) / 2;
    if (studentUpper(middle, degrees) > 1 - q) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

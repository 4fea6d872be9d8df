import { lnGamma } from './beta';

/**
 * P(X > x) of chi-square, in [0, 1].
 * @param degrees of freedom, above 0
 * @see Abramowitz and Stegun 26.4; the series below the mean, Lentz' continued fraction above it
 */
export function chiSquareUpper(x: number, degrees: number): number {
  if (x <= 0) return 1;
  const [a, half] = [degrees / 2, x / 2];
  const density = Math.exp(a * Math.log(half) - half - lnGamma(a));
  return half < a + 1 ? 1 - density * seriesOf(a, half) : density * fractionOf(a, half);
}

function seriesOf(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let k = 1; Math.abs(term) > 1e-16 * sum; k += 1) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}

function fractionOf(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let value = d;
  for (let k = 1; k < 10_000; k += 1) {
    const numerator = -k * (k - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    const step = c * d;
    value *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return value;
}

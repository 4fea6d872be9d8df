/** Density of the standard normal at `x`. */
export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/**
 * P(Z > x) of the standard normal, in [0, 1]; relative error below 1e-12 far into the upper tail.
 * @see Marsaglia 2004 (the series, near the middle); Laplace's continued fraction (the tail, Abramowitz and Stegun 26.2.14)
 */
export function normalUpper(x: number): number {
  const size = Math.abs(x);
  const tail = size < 2 ? 0.5 - normalDensity(size) * centralSeries(size) : normalDensity(size) / tailFraction(size);
  return x >= 0 ? tail : 1 - tail;
}

/** x + x³/3 + x⁵/(3·5) + ... */
function centralSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 3; term > sum * 1e-17; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return sum;
}

/** x + 1/(x + 2/(x + 3/...)); sixty terms leave 1e-19 at x = 2. */
function tailFraction(x: number): number {
  let value = x;
  for (let k = 60; k >= 1; k -= 1) value = x + k / value;
  return value;
}

function polynomial(coefficients: number[], x: number): number {
  return coefficients.reduce((value, coefficient) => value * x + coefficient, 0);
}

const central = [
  [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239],
  [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1],
];
const outer = [
  [
    -7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
];

/**
 * The z with P(Z <= z) = `q`.
 * @param q share in (0, 1); 0 and 1 give the infinities
 * @returns z, relative error below 1e-12
 * @see P. J. Acklam's rational approximation (1.15e-9) with one Halley step
 */
export function normalQuantile(q: number): number {
  if (q <= 0) return -Infinity;
  if (q >= 1) return Infinity;
  if (q > 0.5) return -normalQuantile(1 - q);
  let z: number;
  if (q < 0.02425) {
    const r = Math.sqrt(-2 * Math.log(q));
    z = polynomial(outer[0], r) / polynomial(outer[1], r);
  } else {
    const r = (q - 0.5) ** 2;
    z = ((q - 0.5) * polynomial(central[0], r)) / polynomial(central[1], r);
  }
  const error = (normalUpper(-z) - q) / normalDensity(z);
  return z - error / (1 + (z * error) / 2);
}

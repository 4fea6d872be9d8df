const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Gamma(x) for x > 0; relative error about 1e-14. @see Lanczos 1964 (g = 7, nine terms) */
export function lnGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - lnGamma(1 - x);
  const series = lanczos.reduce((sum, term, i) => (i === 0 ? term : sum + term / (x - 1 + i)), 0);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series);
}

/** The continued fraction of the incomplete beta function by Lentz's method. Converges fast for x < (a+1)/(a+b+2). */
function fraction(x: number, a: number, b: number): number {
  const safe = (value: number) => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / safe(1 - ((a + b) * x) / (a + 1));
  let product = d;
  // About sqrt(max(a, b)) terms are needed; a million labels need a thousand.
  for (let m = 1; m <= 20_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / safe(1 + even * d);
    c = safe(1 + even / c);
    product *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / safe(1 + odd * d);
    c = safe(1 + odd / c);
    product *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return product;
}

/**
 * Regularised incomplete beta function I_x(a, b) = P(X <= x) for X ~ Beta(a, b).
 * @param x in [0, 1]
 * @param a above 0
 * @param b above 0
 * @returns share in [0, 1]; relative error about 1e-13, 1e-9 at a + b = 100,000
 * @see Abramowitz and Stegun 26.5.8; Lentz 1976
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return (front * fraction(x, a, b)) / a;
  return 1 - (front * fraction(1 - x, b, a)) / b;
}

/**
 * The x in [0, 1] with I_x(a, b) = `q`, as exact as `betaCdf`.
 * @param q share in [0, 1]
 */
export function betaQuantile(q: number, a: number, b: number): number {
  if (q <= 0) return 0;
  if (q >= 1) return 1;
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  for (let i = 0; i < 200 && high - low > 1e-16 * high; i += 1) {
    const excess = betaCdf(x, a, b) - q;
    if (excess === 0) return x;
    if (excess > 0) high = x;
    else low = x;
    const lnDensity = lnGamma(a + b) - lnGamma(a) - lnGamma(b) + (a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x);
    const newton = x - excess / Math.exp(lnDensity);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= 1e-16 * x) return next;
    x = next;
  }
  return x;
}

import { betaCdf, betaQuantile } from '../distribution/beta';
import { normalQuantile } from '../distribution/normal';

/** Two ends that cover the truth with the stated confidence. */
export type Interval = [low: number, high: number];

/** Ends of Wilson's score interval at normal quantile `z`. */
function score(k: number, n: number, z: number): Interval {
  if (n === 0) return [0, 1];
  const share = k / n;
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  // At k = 0 and k = n the end is exactly 0 or 1; rounding would leave 1e-17.
  return [k <= 0 ? 0 : Math.max(0, middle - half), k >= n ? 1 : Math.min(1, middle + half)];
}

/**
 * Wilson's two-sided score interval of a share.
 * @param k successes, 0 to n (a tie group cut in two may leave a fraction)
 * @param n trials; 0 gives [0, 1]
 * @param confidence in (0, 1)
 * @see Wilson 1927, JASA 22; docs/methods.md#thresholds
 */
export function wilson(k: number, n: number, confidence = 0.95): Interval {
  return score(k, n, normalQuantile(0.5 + confidence / 2));
}

/** Wilson's one-sided lower bound, with all the error in one tail. 0 when n is 0. */
export function wilsonLower(k: number, n: number, confidence = 0.95): number {
  return score(k, n, normalQuantile(confidence))[0];
}

/**
 * Clopper and Pearson's two-sided interval: covers with at least `confidence` for every share and n.
 * @see Clopper and Pearson 1934, Biometrika 26; docs/methods.md#thresholds
 */
export function clopperPearson(k: number, n: number, confidence = 0.95): Interval {
  const tail = (1 - confidence) / 2;
  return [
    k === 0 || n === 0 ? 0 : betaQuantile(tail, k, n - k + 1),
    k === n || n === 0 ? 1 : betaQuantile(1 - tail, k + 1, n - k),
  ];
}

/** Clopper and Pearson's one-sided lower bound. 0 when n or k is 0. */
export function clopperPearsonLower(k: number, n: number, confidence = 0.95): number {
  return k === 0 || n === 0 ? 0 : betaQuantile(1 - confidence, k, n - k + 1);
}

/** The bound of a share that a threshold must reach. */
export type BoundKind = 'wilson' | 'clopper_pearson';

/** The one-sided lower bound of a kind. */
export function lowerBound(kind: BoundKind, k: number, n: number, confidence = 0.95): number {
  return kind === 'wilson' ? wilsonLower(k, n, confidence) : clopperPearsonLower(k, n, confidence);
}

/**
 * Whether the lower bound reaches `target`, without inverting the beta function at each of 100,000 candidates.
 * @param target share in (0, 1]
 */
export function boundReaches(kind: BoundKind, k: number, n: number, target: number, confidence = 0.95): boolean {
  if (kind === 'wilson') return wilsonLower(k, n, confidence) >= target;
  if (k === 0 || n === 0) return target <= 0;
  return betaCdf(target, k, n - k + 1) <= 1 - confidence;
}

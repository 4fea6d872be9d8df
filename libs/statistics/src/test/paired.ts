import { studentUpper } from '../distribution/student';
import { Numbers, deviationOf, meanOf } from '../number/numbers';
import { UnitMeans, unitMean } from './unit-mean';

/** Below this deviation all differences count as equal. */
const noDeviation = 1e-12;

/** A one-sided test of a mean above 0. */
export interface MeanTest {
  mean: number;
  /** Sample deviation; null below two values. */
  sd: number | null;
  /** Null when the deviation is below 1e-12 or there are fewer than two values. */
  t: number | null;
  /** Probability that the gain is greater than zero, in [0, 1]. */
  pGreater: number;
}

/** Without deviation there is no estimate; n equal gains then count as n heads of a fair coin. */
function degenerate(mean: number, n: number): number {
  return mean <= noDeviation ? 1 : 2 ** -n;
}

/**
 * Student's paired t, one-sided, n - 1 degrees. It exceeds its level when rare large losses have not occurred yet; verdicts
 * use `guardedT`.
 * @param d differences loss(active) - loss(alternative), one for each unit; positive favours the alternative
 */
export function pairedT(d: Numbers): MeanTest {
  const n = d.length;
  const mean = meanOf(d);
  if (n < 2) return { mean, sd: null, t: null, pGreater: 1 };
  const sd = deviationOf(d);
  if (sd < noDeviation) return { mean, sd, t: null, pGreater: degenerate(mean, n) };
  const t = (mean / sd) * Math.sqrt(n);
  return { mean, sd, t, pGreater: studentUpper(t, n - 1) };
}

/**
 * Johnson's t, corrected for skewness: (m + mu3/(6 s² n) + mu3 m²/(3 s⁴)) sqrt(n)/s. For the reference vectors alone.
 * @see Johnson 1978, JASA 73
 */
export function johnsonT(d: Numbers): { t: number | null; pGreater: number } {
  const { mean, sd, t, pGreater } = pairedT(d);
  if (t === null || sd === null) return { t, pGreater };
  const n = d.length;
  let third = 0;
  for (let i = 0; i < n; i += 1) third += (d[i] - mean) ** 3 / n;
  const corrected = mean + third / (6 * sd ** 2 * n) + (third * mean ** 2) / (3 * sd ** 4);
  const johnson = (corrected * Math.sqrt(n)) / sd;
  return { t: johnson, pGreater: studentUpper(johnson, n - 1) };
}

/**
 * Exact sign-flip test: the share of the 2^n sign patterns whose sum reaches the observed one. For the reference vectors alone.
 * @returns in (0, 1]; null above 12 values
 */
export function signFlip(d: Numbers): number | null {
  if (d.length > 12) return null;
  const magnitudes = Array.from(d, Math.abs);
  let seen = 0;
  for (let i = 0; i < d.length; i += 1) seen += d[i];
  let reached = 0;
  for (let pattern = 0; pattern < 2 ** d.length; pattern += 1) {
    const sum = magnitudes.reduce((all, size, i) => all + ((pattern >> i) & 1 ? size : -size), 0);
    if (sum >= seen - 1e-9) reached += 1;
  }
  return reached / 2 ** d.length;
}

/** The guarded test: the paired t of the differences and one further, pessimistic difference. */
export interface GuardedTest {
  mean: number;
  /** sd / sqrt n of the differences; 0 below two. */
  standardError: number;
  /** The appended difference. */
  guard: number;
  t: number | null;
  /** One-sided, n degrees; before correction. */
  p: number;
}

/** Share of the way from the worst observed difference to the worst possible: the smallest that kept 5 % in every test. */
export const guardShare = 0.25;

function guardOf(d: Numbers, worst: number, share: number): number {
  const least = Array.from(d).reduce((low, value) => Math.min(low, value), Infinity);
  return least + share * (worst - least);
}

/**
 * Guarded paired t: with w = min d it appends g = w + share (worst - w), and takes t of the n + 1 values with n degrees.
 * @param d one difference for each unit, loss(active) - loss(alternative)
 * @param worst the worst possible difference of the reads, over answers and outcomes
 * @see docs/methods.md#verdicts-on-alternatives
 */
export function guardedT(d: Numbers, worst: number, share = guardShare): GuardedTest {
  const guard = guardOf(d, worst, share);
  const { t, pGreater } = pairedT([...Array.from(d), guard]);
  const standardError = d.length < 2 ? 0 : deviationOf(d) / Math.sqrt(d.length);
  return { mean: meanOf(d), standardError, guard, t, p: pGreater };
}

/**
 * The guarded test of documents that stand for different numbers of answers: that of as many equal ones as would tell their mean
 * as well, with the same mean and error. The appended difference then counts for more where few carry the weight.
 * Without weights it is `guardedT`.
 * @param worst the worst possible difference of the reads, over answers and outcomes
 * @see docs/methods.md#labels-that-stand-for-different-numbers-of-answers
 */
export function weightedGuardedT(units: UnitMeans, worst: number): GuardedTest {
  const { values, weights } = units;
  if (!weights) return guardedT(values, worst);
  const { mean, standardError, effective: n } = unitMean(units);
  const guard = guardOf(values, worst, guardShare);
  const together = (n * mean + guard) / (n + 1);
  const squares = (n - 1) * n * standardError ** 2 + (n / (n + 1)) * (mean - guard) ** 2;
  const deviation = Math.sqrt(squares / n);
  const test = { mean, standardError, guard };
  if (deviation < noDeviation) return { ...test, t: null, p: degenerate(together, n + 1) };
  const t = (together / deviation) * Math.sqrt(n + 1);
  return { ...test, t, p: studentUpper(t, n) };
}

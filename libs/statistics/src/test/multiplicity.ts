import { Numbers } from '../number/numbers';

/** Probability of any false claim in one table. */
export const familyLevel = 0.05;

/**
 * Bonferroni: min(1, k p), k the number of rows scored this month (deleted and failed ones too).
 * @param corrected k; by default the number of p given
 */
export function bonferroni(p: Numbers, corrected = p.length): number[] {
  return Array.from(p, (value) => Math.min(1, corrected * value));
}

/**
 * Holm's step-down adjustment, in the order given, for the reference vectors. Verdicts do not use it, since a claim would depend on the
 * p of other rows.
 * @see Holm 1979, Scandinavian Journal of Statistics 6
 */
export function holm(p: Numbers): number[] {
  const k = p.length;
  const order = Array.from(p, (_, i) => i).sort((a, b) => p[a] - p[b] || a - b);
  const adjusted = new Array<number>(k).fill(1);
  let most = 0;
  order.forEach((row, place) => {
    most = Math.max(most, Math.min(1, (k - place) * p[row]));
    adjusted[row] = most;
  });
  return adjusted;
}

/** Whether each adjusted p is at most `level`. */
export function rejected(adjusted: Numbers, level = familyLevel): boolean[] {
  return Array.from(adjusted, (p) => p <= level);
}

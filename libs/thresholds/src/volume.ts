import type { Cut } from './cut';

/**
 * The share of answers that a cut flags, from quantiles.
 * @param quantiles ascending and evenly spaced by rank, with both ends
 * @returns in [0, 1], right to one part; null without quantiles
 */
export function flaggedShare(quantiles: readonly number[], { side, at }: Pick<Cut, 'side' | 'at'>): number | null {
  if (quantiles.length === 0) return null;
  const parts = Math.max(1, quantiles.length - 1);
  const under = quantiles.filter((value) => (side === 'gte' ? value < at : value <= at)).length;
  const share = Math.min(1, Math.max(0, between(quantiles, under, at) / parts));
  return side === 'gte' ? 1 - share : share;
}

/** Parts below a value: whole ones, and of the part that the value divides as much as lies below it. */
function between(quantiles: readonly number[], under: number, at: number): number {
  if (under === 0) return 0;
  const last = quantiles.length - 1;
  if (under > last) return last === 0 ? 1 : last;
  const [low, high] = [quantiles[under - 1], quantiles[under]];
  return under - 1 + (high > low ? (at - low) / (high - low) : 0);
}

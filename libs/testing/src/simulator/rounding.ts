import type { Rounding } from './config';

/**
 * Prints probabilities as a vendor does (docs/engines.md#rounding-of-the-simulator). A saturated top becomes exactly 1,
 * the rest 0.
 */
export function print(spread: number[], rounding: Rounding, saturate: number | null, fixSum: boolean): number[] {
  const isSingle = spread.length === 1;
  const top = spread.indexOf(Math.max(...spread));
  if (saturate !== null && spread[top] >= saturate) return spread.map((_, index) => (index === top ? 1 : 0));
  if (saturate !== null && isSingle && spread[0] <= 1 - saturate) return [0];
  const perOne = stepsPerOne(rounding);
  if (perOne === null) return spread;
  if (fixSum && !isSingle) return largestRemainder(spread, perOne);
  return spread.map((p) => Math.floor(p * perOne + 0.5) / perOne);
}

/** Steps in 1, or null for full floats. */
export function stepsPerOne(rounding: Rounding): number | null {
  const [kind, size] = rounding.split(':');
  if (kind === 'grid') return Math.round(1 / Number(size));
  return kind === 'decimals' ? 10 ** Number(size) : null;
}

function largestRemainder(spread: number[], perOne: number): number[] {
  const floors = spread.map((p) => Math.floor(p * perOne));
  const missing = perOne - floors.reduce((sum, steps) => sum + steps, 0);
  const byRest = spread
    .map((p, index) => ({ index, rest: p * perOne - floors[index] }))
    .sort((a, b) => b.rest - a.rest);
  byRest.slice(0, missing).forEach(({ index }) => (floors[index] += 1));
  return floors.map((steps) => steps / perOne);
}

/** How concentrated a choice is: its top rescaled so that uniform is 0 (docs/engines.md#jev). */
export function choiceConfidence(printed: number[]): number {
  const count = printed.length;
  return count === 1 ? 1 : Math.max(0, (Math.max(...printed) - 1 / count) / (1 - 1 / count));
}

/** 1 minus the mean distance from the top level over the same of a uniform spread about the middle, never below 0. */
export function scoreConfidence(printed: number[]): number {
  const count = printed.length;
  if (count === 1) return 1;
  const top = printed.indexOf(Math.max(...printed));
  const middle = (count - 1) / 2;
  const distance = printed.reduce((sum, p, index) => sum + p * Math.abs(index - top), 0);
  const uniform = printed.reduce((sum, _, index) => sum + Math.abs(index - middle) / count, 0);
  return Math.max(0, 1 - distance / uniform);
}

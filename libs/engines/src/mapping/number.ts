/** Tolerance for float rounding at a bound. */
export const epsilon = 1e-9;

/** A printed probability, clamped to [0, 1]; null for anything else (text, null, 1.2, Infinity). */
export function probability(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  if (value < -epsilon || value > 1 + epsilon) return null;
  // `+ 0` turns -0 into 0, since -0 would print as "-0".
  return Math.min(1, Math.max(0, value)) + 0;
}

/** Sum of printed values. On a grid it counts whole steps, since 0.1 + 0.2 is not exactly 0.3. */
export function printedSum(values: readonly number[], step: number | null): number {
  if (step === null) return values.reduce((sum, value) => sum + value, 0);
  const perOne = Math.round(1 / step);
  return values.reduce((sum, value) => sum + Math.round(value * perOne), 0) / perOne || 0;
}

/**
 * Whether printed values add up to 1 (docs/engines.md#reading-a-choice-back). On a grid each may be off by half a step.
 * @param step the engine's grid; null for full floats
 */
export function isWhole(sum: number, count: number, step: number | null): boolean {
  const off = Math.abs(sum - 1);
  if (step === null) return off <= 0.02 + epsilon;
  return off <= Math.max(0.05, (step / 2) * count) + epsilon && sum >= 0.5 && sum <= 1.5;
}

/** Whether an even spread over this many options prints as zeros on the grid: then zeros are no fault, and no answer. */
export function canVanish(count: number, step: number | null): boolean {
  return step !== null && 1 / count < step / 2;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The wait before each attempt after the first [DLV-05]. */
export const waitsMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];
export const maxAttempts = waitsMs.length + 1;

/** A wait varies by this share either way. */
const jitter = 0.2;

/**
 * How long to wait after a failed attempt.
 * @param attempts attempts so far with the failed one, from 1
 * @param random in [0, 1)
 * @returns milliseconds within 20 % of the schedule's wait; null after the ninth attempt, which is the last
 */
export function waitAfterMs(attempts: number, random: number): number | null {
  const stepMs = waitsMs[attempts - 1];
  if (stepMs === undefined) return null;
  return Math.round(stepMs * (1 - jitter + 2 * jitter * random));
}

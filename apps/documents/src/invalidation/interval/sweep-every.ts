const sweepsPerInterval = 96;
const shortestMs = 60_000;
const longestMs = 3_600_000;

/**
 * How long a sweep of an interval waits for the next one, in milliseconds: a 96th of it, between a minute and an hour.
 * Each sweep takes the documents whose own moment has come, so documents loaded together are not judged together.
 */
export function sweepEveryMs(intervalMs: number): number {
  return Math.min(longestMs, Math.max(shortestMs, intervalMs / sweepsPerInterval));
}

import { Kind, Problem } from '@app/problem';

/** After this many failures a message waits in `dead` for an operator. */
export const failuresBeforeDeath = 5;

const shortMs = 200;
const doublingCapMs = 30_000;

/** Milliseconds until the next delivery of a fact whose handler failed, by kind of failure. */
const settlement = {
  invalid: () => shortMs,
  forbidden: () => shortMs,
  missing: () => shortMs,
  conflict: () => shortMs,
  limited: (_attempt, error) =>
    error instanceof Problem && error.retryAfterS !== undefined ? error.retryAfterS * 1000 : 1000,
  unavailable: (attempt) => Math.min(doublingCapMs, shortMs * 2 ** attempt),
  defect: (attempt) => shortMs * attempt,
} as const satisfies Record<Kind, (attempt: number, error: unknown) => number>;

/** Time until the next delivery of a message, in milliseconds. */
export function delayAfter(kind: Kind, attempt: number, error: unknown): number {
  return settlement[kind](attempt, error);
}

/**
 * Whether a failure is the last one. A message that can never succeed dies at once, a message that waits for another
 * service never dies, and every other message dies at the fifth failure.
 */
export function lastFailure(kind: Kind, attempt: number): boolean {
  if (kind === 'invalid' || kind === 'forbidden') return true;
  return !waits(kind) && attempt >= failuresBeforeDeath;
}

/** Whether the failure lies with another service and passes by itself. */
export function waits(kind: Kind): boolean {
  return kind === 'unavailable' || kind === 'limited';
}

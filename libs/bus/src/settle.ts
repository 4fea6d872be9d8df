import { Kind, Problem } from '@app/problem';

/** Failures after which a message is a person's matter. */
export const failuresBeforeDeath = 5;

const shortMs = 200;
const doublingCapMs = 30_000;

/** What is done with a fact whose handling failed. */
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

/** How long a message waits before its next delivery, in milliseconds. */
export function delayAfter(kind: Kind, attempt: number, error: unknown): number {
  return settlement[kind](attempt, error);
}

/** What can never succeed dies at once; what waits for something else never dies; the rest dies at the fifth failure. */
export function lastFailure(kind: Kind, attempt: number): boolean {
  if (kind === 'invalid' || kind === 'forbidden') return true;
  return !waits(kind) && attempt >= failuresBeforeDeath;
}

/** Whether such a failure is another's and passes by itself. */
export function waits(kind: Kind): boolean {
  return kind === 'unavailable' || kind === 'limited';
}

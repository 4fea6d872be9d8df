import { Outcome, retryAfterMs } from '@app/egress';
import { waitAfterMs } from './schedule';

/** What an attempt makes of its delivery and of its endpoint. */
export interface Settlement {
  status: 'pending' | 'succeeded' | 'failed';
  /** Until the next attempt, in milliseconds; null when there is none. */
  waitMs: number | null;
  /** For how long the receiver wants nothing at all, in milliseconds; null when it did not say. */
  pauseMs: number | null;
}

/** Answers that ask for a pause [DLV-08]. */
const pausing = new Set([429, 503]);
const plainPauseMs = 5_000;

/**
 * @param attempts attempts made, this one included
 * @param random in [0, 1), varies the wait
 */
export function settle(outcome: Outcome, attempts: number, random: number, nowMs: number): Settlement {
  if (outcome.ok) return { status: 'succeeded', waitMs: null, pauseMs: null };
  const pauseMs = pauseOf(outcome, nowMs);
  const stepMs = waitAfterMs(attempts, random);
  if (stepMs === null) return { status: 'failed', waitMs: null, pauseMs };
  return { status: 'pending', waitMs: Math.max(stepMs, pauseMs ?? 0), pauseMs };
}

/** Whether the receiver asks that nothing at all be sent for a while. */
export function asksForPause({ statusCode }: Outcome): boolean {
  return statusCode !== null && pausing.has(statusCode);
}

function pauseOf(outcome: Outcome, nowMs: number): number | null {
  if (!asksForPause(outcome)) return null;
  return retryAfterMs(outcome.retryAfter, nowMs) ?? plainPauseMs;
}

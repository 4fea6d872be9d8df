import { Outcome, retryAfterMs } from '@app/egress';
import { waitAfterMs } from './schedule';

/** How an attempt leaves its delivery and its endpoint. */
export interface Settlement {
  status: 'pending' | 'succeeded' | 'failed';
  /** Time until the next attempt, in milliseconds; null when there is none. */
  waitMs: number | null;
  /** How long the receiver asks for no delivery at all, in milliseconds; null when it does not ask. */
  pauseMs: number | null;
}

/** Statuses that ask for a pause [DLV-08]. */
const pauseStatuses = new Set([429, 503]);
/** The pause when the response names none. */
const defaultPauseMs = 5_000;

/**
 * @param attempts attempts so far with this one, from 1
 * @param random in [0, 1); it varies the wait
 */
export function settle(outcome: Outcome, attempts: number, random: number, nowMs: number): Settlement {
  if (outcome.ok) return { status: 'succeeded', waitMs: null, pauseMs: null };
  const pauseMs = pauseOf(outcome, nowMs);
  const stepMs = waitAfterMs(attempts, random);
  if (stepMs === null) return { status: 'failed', waitMs: null, pauseMs };
  return { status: 'pending', waitMs: Math.max(stepMs, pauseMs ?? 0), pauseMs };
}

/** Whether the receiver asks for no delivery at all for a while. */
export function asksForPause({ statusCode }: Outcome): boolean {
  return statusCode !== null && pauseStatuses.has(statusCode);
}

function pauseOf(outcome: Outcome, nowMs: number): number | null {
  if (!asksForPause(outcome)) return null;
  return retryAfterMs(outcome.retryAfter, nowMs) ?? defaultPauseMs;
}

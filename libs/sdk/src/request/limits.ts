import { UsageError } from '../result/api-error';
import type { CallOptions } from './options';

/** Times in milliseconds and counts of one call. */
export interface Limits {
  timeoutMs: number;
  totalMs: number;
  retries: number;
}

const defaults: Limits = { timeoutMs: 40_000, totalMs: 180_000, retries: 6 };
/** A day: timers of JavaScript fire at once for more than 24 days. */
const longestMs = 86_400_000;

/** The call's own limits, then the client's, then the defaults. @throws UsageError for one out of its bounds */
export function limitsOf(client: CallOptions, call: CallOptions): Limits {
  const limit = (name: keyof Limits) => call[name] ?? client[name] ?? defaults[name];
  return {
    timeoutMs: within('timeoutMs', limit('timeoutMs'), 1, longestMs),
    totalMs: within('totalMs', limit('totalMs'), 1, longestMs),
    retries: wholeWithin('retries', limit('retries'), 0, 100),
  };
}

/** @throws UsageError when the number is not in [least, most] */
export function within(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new UsageError(`Give ${name} a number from ${least} to ${most}.`);
}

/** @throws UsageError when the number is no whole one in [least, most] */
export function wholeWithin(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value)) return within(name, value, least, most);
  throw new UsageError(`Give ${name} a whole number from ${least} to ${most}.`);
}

import { setTimeout as wait } from 'node:timers/promises';

/** Time as an argument, so that a test can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Resolves after this time, or rejects when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};

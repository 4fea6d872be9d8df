import { setTimeout as wait } from 'node:timers/promises';

/** Time as an argument; structurally the engines' own clock, so that a test gives one to both sides. */
export interface SimClock {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

export const realClock: SimClock = { nowMs: () => Date.now(), sleep: (ms) => wait(ms) };

import type { Service } from '@app/contracts';

/** What is said over the channel between a stack and the process of one of its services. */
export interface KillOrder {
  /** Name of the kill point. */
  point: string;
  /** `kill`: SIGKILL at once; `delay`: waits `ms`; `fail`: throws; `count`: only tells that it was reached. */
  mode: 'kill' | 'delay' | 'fail' | 'count';
  ms?: number;
  /** Acts at the nth time it is reached, from 1 (default); `delay`, `fail` and `count` act from then on. */
  nth?: number;
}

/**
 * `stepClock`: how far the machine's clock is off in this process from now on, in milliseconds.
 * `collectGarbage`: frees what nothing holds any more, so that the heap's size is of what something holds.
 */
export type ToService = { arm: KillOrder } | { disarm: true } | { stepClock: number } | { collectGarbage: true };

/** Ports of health and metrics. */
export interface Ready {
  adminPort: number;
  /** Of each service, in a process of all. */
  adminPorts?: Partial<Record<Service, number>>;
}

export type FromService =
  | { ready: Ready }
  | { armed: string }
  | { disarmed: true }
  | { reached: string }
  | { stepped: number }
  | { collected: true };

import type { OwnFanout } from '../relation/edge';

/** When an answer is judged again: at a read, after a change, after a change and at intervals, or on request only. */
export const policies = ['on_read', 'on_change', 'interval', 'manual'] as const;
export type Policy = (typeof policies)[number];

/** A judgment's freshness setting with all defaults. */
export interface Freshness {
  policy: Policy;
  /** Judging starts when no change came for this many milliseconds, 0 to 86,400,000. */
  debounce_ms: number;
  /** Judging starts at the latest this many milliseconds after the first change; at least `debounce_ms`. */
  max_wait_ms: number;
  /** Duration between two judgings with policy `interval`, 15m to 365d; null with other policies. */
  interval: string | null;
  /** What the judgment sets of its own for changes of related documents; absent when it sets nothing. */
  fanout?: OwnFanout;
}

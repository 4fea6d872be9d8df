/** When an answer is made again: at a read, after a change, after a change and every interval, or when told. */
export const policies = ['on_read', 'on_change', 'interval', 'manual'] as const;
export type Policy = (typeof policies)[number];

/** A judgment's freshness setting, every default filled in. */
export interface Freshness {
  policy: Policy;
  /** Milliseconds of quiet after a change before it is judged, 0 to 86,400,000. */
  debounce_ms: number;
  /** Milliseconds after the first change at which it is judged however many follow; at least `debounce_ms`. */
  max_wait_ms: number;
  /** Duration between two judgings under policy `interval`, 15m to 365d; null under every other policy. */
  interval: string | null;
}

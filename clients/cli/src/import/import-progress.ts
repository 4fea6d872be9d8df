import type { Shape } from './window';

/** Counts of the service's replies by name, such as `written`. */
export type Tally = Record<string, number>;

/** How far a file was sent. */
export interface Progress {
  /** Random; begins the Idempotency-Key of every batch of this run. */
  run: string;
  shape: Shape;
  /** When the first row of the file came to be, in milliseconds since 1970; absent where rows get no moments. */
  firstMs?: number;
  /** Records that were sent or refused, from the beginning of the file; the last one begins in `line`. */
  records: number;
  line: number;
  /** Number of the next window. */
  window: number;
  tally: Tally;
  refused: number;
  /** Length of the file of rejects: what is behind it belongs to a window that was not finished. */
  rejectsBytes: number;
}

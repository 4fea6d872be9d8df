import type { StoredFit } from '@app/statistics';

const dayMs = 86_400_000;
/** The labels that were observed in this many days are looked at. */
export const driftDays = 30;

/** Where the window of a time begins: labels are in it from then on, and a fit of that time or before does not know them. */
export function windowStartMs(nowMs: number): number {
  return nowMs - driftDays * dayMs;
}

/** A fit from before the window, which reads the window's labels. */
export interface FitBefore {
  id: string;
  madeAt: Date;
  stored: StoredFit;
  /** How many labels it was made of. */
  labels: number;
  /** Floor of the engine's probability grid when it was made. */
  floor: number;
  /** Its held-out log loss when it was made, in nats; null where it was of other labels than those that are looked at. */
  promised: number | null;
}

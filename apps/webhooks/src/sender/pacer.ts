/** How far ahead of its time a delivery may be taken: it waits in memory, within its lease. */
const aheadMs = 500;

/** What one endpoint may send next: how many, and how long each waits before it goes. */
export interface Slots {
  waitsMs: number[];
  /** The first instant at which one more may go. */
  nextAtMs: number;
}

/**
 * Spaces deliveries evenly: one each 1/`perSecond`, no bursts.
 * @param perSecond the cap, or null for none
 * @param pacedUntilMs when the next may go by what was sent before
 * @param limit how many there is room for
 */
export function slotsFor(perSecond: number | null, pacedUntilMs: number, nowMs: number, limit: number): Slots {
  if (perSecond === null) return { waitsMs: new Array<number>(limit).fill(0), nextAtMs: nowMs };
  const everyMs = 1000 / perSecond;
  const waitsMs: number[] = [];
  let at = Math.max(nowMs, pacedUntilMs);
  while (waitsMs.length < limit && at - nowMs < aheadMs) {
    waitsMs.push(at - nowMs);
    at += everyMs;
  }
  return { waitsMs, nextAtMs: at };
}

/** How long before its time a delivery may be claimed. It waits in memory, within its lease. */
const aheadMs = 500;

/** The next deliveries that the rate of an endpoint allows. */
export interface Slots {
  /** How long each waits before it is sent, in milliseconds. */
  waitsMs: number[];
  /** The first instant at which the rate allows one more. */
  nextAtMs: number;
}

/**
 * Spaces deliveries evenly, one each 1/`perSecond` seconds, without bursts.
 * @param perSecond the endpoint's cap; null for none
 * @param pacedUntilMs the first instant at which earlier deliveries allow the next
 * @param limit deliveries for which there is headroom
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

/** Length of one slot, in milliseconds. */
const slotMs = 10;
/** The time in which another gateway spends what it was granted, unless it says otherwise; milliseconds. */
export const grantMs = 50;
/** The longest time in which another gateway may spend what it was granted, in milliseconds: whole slots. */
export const longestGrantMs = 500;
/** 100 whole slots and the current one: every second of the past lies inside. */
const windowSlots = 1000 / slotMs + 1;
const grantSlots = longestGrantMs / slotMs;
/** Slots more, those in which another gateway may still spend what it was granted. */
const ringSlots = windowSlots + grantSlots;

/**
 * Counts the requests of the last second in 101 slots of 10 ms: in no second do more than the limit pass, and a steady
 * stream uses 99 % of it. The caller gives the time; when it goes backwards the newest slot stays.
 */
export class SlidingWindow {
  private readonly counts = new Int32Array(ringSlots);
  private slot = 0;
  private total = 0;

  /** Requests in the window that ends now, and those that another gateway may spend later. */
  used(nowMs: number): number {
    this.moveTo(Math.floor(nowMs / slotMs));
    return this.total;
  }

  /** @param withinMs  another gateway may spend the requests for so long: they count as if it did so last of all */
  add(nowMs: number, count: number, withinMs = 0): void {
    this.moveTo(Math.floor(nowMs / slotMs));
    const last = Math.floor((nowMs + Math.min(withinMs, longestGrantMs)) / slotMs);
    this.counts[last % ringSlots] += count;
    this.total += count;
  }

  private moveTo(slot: number): void {
    if (slot <= this.slot) return;
    if (slot - this.slot >= ringSlots) {
      this.counts.fill(0);
      this.total = 0;
    } else {
      for (let at = this.slot + 1; at <= slot; at++) {
        // The last slot for grants reuses the cell of the slot that leaves the window.
        const leaving = (at + grantSlots) % ringSlots;
        this.total -= this.counts[leaving];
        this.counts[leaving] = 0;
      }
    }
    this.slot = slot;
  }
}

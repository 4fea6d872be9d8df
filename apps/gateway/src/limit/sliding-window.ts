/** Length of one slot, in milliseconds. */
export const slotMs = 50;
/** 20 whole slots and the current one: every second of the past lies inside. */
const windowSlots = 21;
/** One slot more, the next one, in which another gateway may still spend what it was granted. */
const ringSlots = windowSlots + 1;

/**
 * Counts the requests of the last second in 21 slots of 50 ms: in no second do more than the limit pass, and a steady
 * stream uses at least 95 % of it. The caller gives the time; when it goes backwards the newest slot stays.
 */
export class SlidingWindow {
  private readonly counts = new Int32Array(ringSlots);
  private slot = 0;
  private total = 0;

  /** Requests in the window that ends now, and those that another gateway may spend until the end of the next slot. */
  used(nowMs: number): number {
    this.moveTo(Math.floor(nowMs / slotMs));
    return this.total;
  }

  /** @param remote counts in the next slot, because another gateway may spend the requests until that slot's end */
  add(nowMs: number, count: number, remote = false): void {
    this.moveTo(Math.floor(nowMs / slotMs));
    this.counts[(this.slot + (remote ? 1 : 0)) % ringSlots] += count;
    this.total += count;
  }

  private moveTo(slot: number): void {
    if (slot <= this.slot) return;
    if (slot - this.slot >= ringSlots) {
      this.counts.fill(0);
      this.total = 0;
    } else {
      for (let at = this.slot + 1; at <= slot; at++) {
        // The slot after `at` reuses the cell of the slot that leaves the window.
        const leaving = (at + 1) % ringSlots;
        this.total -= this.counts[leaving];
        this.counts[leaving] = 0;
      }
    }
    this.slot = slot;
  }
}

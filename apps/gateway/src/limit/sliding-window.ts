/** Length of one slot, in milliseconds. */
export const slotMs = 50;
/** 20 whole slots and the running one: any second lies inside. */
const windowSlots = 21;
/** And the next one, in which what was lent may still be spent. */
const ring = windowSlots + 1;

/**
 * Counts what passed in the last second, in 21 slots of 50 ms: never more than the limit passes in any second, and a
 * steady stream uses at least 95 % of it. Time is an argument; when it runs backwards the newest slot stays.
 */
export class SlidingWindow {
  private readonly counts = new Int32Array(ring);
  private slot = 0;
  private total = 0;

  /** What passed in the window that ends now, and what was lent until the end of the next slot. */
  used(nowMs: number): number {
    this.turn(Math.floor(nowMs / slotMs));
    return this.total;
  }

  /** @param lent  counted in the next slot, since it may be spent until that one's end */
  add(nowMs: number, count: number, lent = false): void {
    this.turn(Math.floor(nowMs / slotMs));
    this.counts[(this.slot + (lent ? 1 : 0)) % ring] += count;
    this.total += count;
  }

  private turn(slot: number): void {
    if (slot <= this.slot) return;
    if (slot - this.slot >= ring) {
      this.counts.fill(0);
      this.total = 0;
    } else {
      for (let at = this.slot + 1; at <= slot; at++) {
        // The place of the next slot is that of the one which leaves the window.
        const leaving = (at + 1) % ring;
        this.total -= this.counts[leaving];
        this.counts[leaving] = 0;
      }
    }
    this.slot = slot;
  }
}

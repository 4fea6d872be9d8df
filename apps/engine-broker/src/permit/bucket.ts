/**
 * A token bucket that holds one second's worth. A cost above that is let through when the bucket is full and paid back
 * afterwards, so that one long request passes a small limit and is no burst.
 */
export class Bucket {
  private level = 0;
  private perSecond: number | null = null;
  private filledAtMs = 0;

  /** @param perSecond null: no limit. A limit that begins, begins empty: the slice's last holder may just have spent. */
  set(perSecond: number | null, nowMs: number): void {
    if (perSecond === this.perSecond) return;
    this.fill(nowMs);
    this.perSecond = perSecond;
    this.level = Math.min(this.level, this.capacity());
    this.filledAtMs = nowMs;
  }

  /** Milliseconds until the cost may be spent; 0: now; infinite while nothing is held. */
  waitMs(cost: number, nowMs: number): number {
    if (this.perSecond === null) return 0;
    this.fill(nowMs);
    const missing = Math.min(cost, this.capacity()) - this.level;
    return missing <= 0 ? 0 : (missing / this.perSecond) * 1000;
  }

  /** Spends, into debt if need be: what was sent has been sent. */
  spend(cost: number, nowMs: number): void {
    if (this.perSecond === null) return;
    this.fill(nowMs);
    this.level -= cost;
  }

  private fill(nowMs: number): void {
    const gained = ((nowMs - this.filledAtMs) / 1000) * (this.perSecond ?? 0);
    this.level = Math.min(this.capacity(), this.level + gained);
    this.filledAtMs = nowMs;
  }

  private capacity(): number {
    return Math.max(1, this.perSecond ?? 0);
  }
}

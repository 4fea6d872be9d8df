const least = 1 / 64;
/** Halved at most this often: the refusals of one burst count once. */
const halvingMs = 1_000;
const regainedPerSecond = 0.05;

/** How much of its limits an engine is used at: halved when it says that it is asked too often, regained slowly. */
export class Throttle {
  private level = 1;
  private setAtMs = 0;
  private halvedAtMs = -Infinity;

  constructor(private readonly nowMs: () => number) {}

  /** The factor, in (0, 1]. */
  factor(): number {
    const now = this.nowMs();
    this.level = Math.min(1, this.level + (regainedPerSecond * (now - this.setAtMs)) / 1000);
    this.setAtMs = now;
    return this.level;
  }

  slowDown(): void {
    const now = this.nowMs();
    if (now - this.halvedAtMs < halvingMs) return;
    this.level = Math.max(least, this.factor() / 2);
    this.halvedAtMs = now;
  }
}

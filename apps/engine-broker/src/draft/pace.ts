import type { ChatEntry } from '@app/engines';

/** Holds one process to the rate of its drafting model. Nobody waits: a person who asked for drafts asks again. */
export class Pace {
  private underWay = 0;
  private nextAtMs = -Infinity;

  /** Begins a call. @returns 0, or the milliseconds until one may begin, and then none has begun */
  begin({ requests_per_s: perSecond, in_flight: most }: ChatEntry['rate'], nowMs: number): number {
    if (nowMs < this.nextAtMs) return this.nextAtMs - nowMs;
    if (this.underWay >= most) return busyMs;
    this.underWay += 1;
    this.nextAtMs = perSecond === null ? -Infinity : nowMs + 1000 / perSecond;
    return 0;
  }

  end(): void {
    this.underWay -= 1;
  }
}

/** When a place may be free again. */
const busyMs = 5_000;

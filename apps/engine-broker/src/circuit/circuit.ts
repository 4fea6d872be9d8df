import { circuitBreaker } from '@app/engines';

/** Waits between probes: the first, doubled up to the longest. */
export const firstBackoffMs = 2_000;
export const longestBackoffMs = 60_000;

/**
 * When an engine is no longer asked: so many failures within the window, and no fewer failures than successes, since
 * a few among hundreds of good answers are no outage.
 *
 * Not cockatiel's: its breakers count consecutive failures or a share, run on the process clock and close by themselves,
 * while ours is open for all replicas, is published as a fact, and closes by one probe.
 */
export class FailureWindow {
  /** Outcomes by second, for the seconds of the window: as small at any rate of asks. */
  private seconds = new Map<number, { failures: number; successes: number }>();

  constructor(private readonly nowMs: () => number) {}

  succeeded(): void {
    // Without failures nothing is weighed, so nothing needs to be remembered.
    if (this.seconds.size > 0) this.current().successes += 1;
  }

  /** True when this failure is one too many. */
  failed(): boolean {
    this.current().failures += 1;
    let [failures, successes] = [0, 0];
    for (const second of this.seconds.values()) {
      failures += second.failures;
      successes += second.successes;
    }
    return failures >= circuitBreaker.failures && failures >= successes;
  }

  clear(): void {
    this.seconds.clear();
  }

  private current(): { failures: number; successes: number } {
    const second = Math.floor(this.nowMs() / 1000);
    const known = this.seconds.get(second);
    if (known !== undefined) return known;
    const made = { failures: 0, successes: 0 };
    this.seconds.set(second, made);
    for (const each of this.seconds.keys())
      if (each <= second - circuitBreaker.windowMs / 1000) this.seconds.delete(each);
    return made;
  }
}

/** @param lastMs the wait before, 0 when the circuit was closed */
export function nextBackoffMs(lastMs: number): number {
  return lastMs === 0 ? firstBackoffMs : Math.min(longestBackoffMs, lastMs * 2);
}

/** What was counted of one judgment. */
export interface Counted {
  /** Answers of the built-in engine; null where the time did not last. */
  answers: number | null;
  /** There may be more than these. */
  atLeast: boolean;
}

/** A count that is held for some time, since it may read many rows. */
export interface Held extends Counted {
  /** What it depends on beside the answers. */
  of: string;
  countedAtMs: number;
  /** How long it took. */
  tookMs: number;
}

/** Counting takes at most a hundredth of the time, however often readers look. */
const share = 100;
const [leastMs, mostMs] = [2_000, 600_000];
/** After this time a judgment that was not counted is tried again. */
const uncountedMs = 60_000;

/** Whether a judgment is counted anew. @param of what it depends on now */
export function isOld(held: Held | undefined, of: string, nowMs: number): boolean {
  if (held === undefined || held.of !== of) return true;
  const forMs = held.answers === null ? uncountedMs : Math.min(mostMs, Math.max(leastMs, share * held.tookMs));
  return nowMs - held.countedAtMs >= forMs;
}

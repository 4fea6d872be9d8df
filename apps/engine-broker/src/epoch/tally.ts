/** What one process counted of an epoch since the last time that it was stored. */
export interface Counted {
  label: string;
  /** Start of the minute, in milliseconds since 1970. */
  minuteMs: number;
  answers: number;
  /** When the last of them was given. */
  lastMs: number;
}

const minuteMs = 60_000;

/** Answers of an engine by epoch and minute, until they are stored together; and when each epoch answered last. */
export class EpochTally {
  private counts = new Map<string, Counted>();
  private readonly last = new Map<string, number>();

  /** @param answers of one reply; 0 for one that only tells that the epoch answers */
  note(label: string, answers: number, atMs: number): void {
    this.last.set(label, Math.max(atMs, this.lastOf(label)));
    const minute = Math.floor(atMs / minuteMs) * minuteMs;
    const key = `${label} ${minute}`;
    const counted = this.counts.get(key) ?? { label, minuteMs: minute, answers: 0, lastMs: atMs };
    counted.answers += answers;
    counted.lastMs = Math.max(counted.lastMs, atMs);
    this.counts.set(key, counted);
  }

  /** When this process had an answer of an epoch last; -Infinity when it had none. */
  lastOf(label: string): number {
    return this.last.get(label) ?? -Infinity;
  }

  /** What was counted since the last call. @param known epochs that are still remembered; the others are forgotten */
  take(known: readonly { label: string }[]): Counted[] {
    const counted = [...this.counts.values()];
    this.counts = new Map();
    const kept = new Set(known.map(({ label }) => label));
    for (const label of this.last.keys()) if (!kept.has(label)) this.last.delete(label);
    return counted;
  }

  /** Counts again what could not be stored. */
  giveBack(counted: readonly Counted[]): void {
    for (const { label, answers, lastMs } of counted) this.note(label, answers, lastMs);
  }
}

/** What this needs of an answer: whether it waits, and when it will be judged. */
export interface Waits {
  status: string;
  due_at: string | null;
}

/** Shortest and longest time between two reads of answers among which some may become stale: 30 and 6 a minute for each tab. */
const [soonMs, restMs] = [2_000, 10_000];
/** The longest where every answer waits without a time. */
const longestMs = 30_000;
/** After the time when an answer is due, for the engine. */
const graceMs = 1_000;

/**
 * Milliseconds until answers that a page shows are read again: answers make no events, so that a fresh one may have become
 * stale unheard. All are read each 10 s. One that is due sooner is read just after that; while it is overdue, again
 * after as long as it has been overdue, 2 s at least. One that waits without a time is read after 2, 4, 8 s and so on up to
 * 30 s, as long as nothing that the page shows has changed.
 * @param readAtMs when they were read, milliseconds since 1970
 * @param sinceMs since when they read the same
 */
export function nextReadMs(answers: readonly Waits[], readAtMs: number, sinceMs: number): number {
  const waits = answers.map(({ status, due_at: dueAt }) => {
    if (dueAt !== null) return Math.min(restMs, Math.abs(Date.parse(dueAt) + graceMs - readAtMs));
    return status === 'pending' ? Math.min(longestMs, soonMs + readAtMs - sinceMs) : restMs;
  });
  return waits.length === 0 ? restMs : Math.max(soonMs, Math.min(...waits));
}

/** The reads of one view, one after another. */
export class Reads {
  private text = '';
  private sinceMs = 0;

  /** Milliseconds until the next one. */
  nextMs(answers: readonly Waits[], readAtMs: number): number {
    const text = JSON.stringify(answers);
    if (text !== this.text) {
      this.text = text;
      this.sinceMs = readAtMs;
    }
    return nextReadMs(answers, readAtMs, this.sinceMs);
  }
}

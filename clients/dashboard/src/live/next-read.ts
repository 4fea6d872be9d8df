/** What this needs of an answer: whether it waits, and when it will be judged. */
export interface Waits {
  status: string;
  due_at: string | null;
}

/** Shortest and longest time between two reads: 30 and 6 a minute for each tab that is seen. */
const [soonMs, restMs] = [2_000, 10_000];
/** After the time when an answer is due, for the engine. */
const graceMs = 1_000;

/**
 * Milliseconds until answers that a page shows are read again: answers make no events, so that a fresh one may have become
 * stale unheard. All are read each 10 s. One that is due sooner is read just after that; while it is overdue, again
 * after as long as it has been overdue, 2 s at least. One that waits without a time is read after 2 s.
 * @param readAtMs when they were read, milliseconds since 1970
 */
export function nextReadMs(answers: readonly Waits[], readAtMs: number): number {
  const waits = answers.map(({ status, due_at: dueAt }) => {
    if (dueAt !== null) return Math.abs(Date.parse(dueAt) + graceMs - readAtMs);
    return status === 'pending' ? soonMs : restMs;
  });
  return Math.max(soonMs, Math.min(restMs, ...waits));
}

/** What this needs of an answer: whether it waits, and when it will be judged. */
export interface Waits {
  status: string;
  due_at: string | null;
}

const soonMs = 2_000;
/** A browser asks in the tab in sight alone, so that many open tabs ask no more than one. */
const restMs = 10_000;
/** After the time when an answer is due, for the engine. */
const graceMs = 1_000;

/**
 * Milliseconds until answers that a page shows are read again: answers make no events. Those that wait or are overdue are
 * read soon, those that are due later just after that, and all each 10 s, since a write makes fresh ones stale.
 * @param readAtMs when they were read, milliseconds since 1970
 */
export function nextReadMs(answers: readonly Waits[], readAtMs: number): number {
  const waits = answers.map(({ status, due_at: dueAt }) => {
    if (dueAt !== null) return Date.parse(dueAt) + graceMs - readAtMs;
    return status === 'pending' ? soonMs : restMs;
  });
  return Math.max(soonMs, Math.min(restMs, ...waits));
}

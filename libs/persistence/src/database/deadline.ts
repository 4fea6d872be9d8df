import { AsyncLocalStorage } from 'node:async_hooks';

/** What a statement may take beyond its call, for the server's own refusal to arrive first; milliseconds. */
const graceMs = 1000;
/** For statements of loops, which belong to no call: longer than the server's statement time-out; milliseconds. */
const loopLimitMs = 35_000;

const deadlines = new AsyncLocalStorage<number>();

/**
 * Runs `work` for a call: a statement inside it that the server has not answered when the call has ended, and a second
 * more, ends with its connection.
 * @param deadlineAtMs when the call ends, in milliseconds since 1970
 */
export function untilDeadline<T>(deadlineAtMs: number, work: () => T): T {
  return deadlines.run(deadlineAtMs, work);
}

/** How long a statement that begins now waits for its answer, in milliseconds; at most 35 s. */
export function answerLimitMs(): number {
  const deadlineAtMs = deadlines.getStore();
  if (deadlineAtMs === undefined) return loopLimitMs;
  return Math.min(loopLimitMs, Math.max(0, deadlineAtMs - Date.now()) + graceMs);
}

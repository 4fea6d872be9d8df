import { AsyncLocalStorage } from 'node:async_hooks';

/** What a statement may take beyond its call, for the server's own refusal to arrive first; milliseconds. */
const graceMs = 1000;
/** For statements of loops, which belong to no call: longer than the server's statement time-out; milliseconds. */
const loopLimitMs = 35_000;

/** Stands for organizations whose requests share a statement. No organization's id holds a star. */
const severalOrganizations = '*';

interface CallOfStatements {
  deadlineAtMs: number;
  organization: string | null;
}

const calls = new AsyncLocalStorage<CallOfStatements>();

/**
 * Runs `work` for a call: a statement inside it that the server has not answered when the call has ended, and a second
 * more, ends with its connection. Its connections are of the share of the organization.
 * @param deadlineAtMs when the call ends, in milliseconds since 1970
 * @param organization for which it works; null for work without one
 */
export function untilDeadline<T>(deadlineAtMs: number, organization: string | null, work: () => T): T {
  return calls.run({ deadlineAtMs, organization }, work);
}

/** How long a statement that begins now waits for its answer, in milliseconds; at most 35 s. */
export function answerLimitMs(): number {
  const call = calls.getStore();
  if (call === undefined) return loopLimitMs;
  return Math.min(loopLimitMs, Math.max(0, call.deadlineAtMs - Date.now()) + graceMs);
}

/** Whose share a statement takes that works for all of these: that of their one organization, or that of all such statements. */
export function organizationOf(all: readonly { organization: string }[]): string {
  const [{ organization }] = all;
  return all.every((one) => one.organization === organization) ? organization : severalOrganizations;
}

/** The organization for which statements run now; null for work without one. */
export function organizationAtWork(): string | null {
  return calls.getStore()?.organization ?? null;
}

import type { JudgmentError } from '@app/sdk/client';

/** What a page shows of an error. */
export interface Failure {
  title: string;
  /** How to mend it, in the service's own words. */
  sentence: string;
  code: string;
  requestId: string | null;
  /** Member of the request that was refused. */
  path: string | null;
  /** Whether the same request may succeed later. */
  mayRetry: boolean;
}

const titles: Readonly<Record<string, string>> = {
  unauthorized: 'You are signed out',
  forbidden: 'Your role does not allow this',
  plan_required: 'Your plan does not hold this',
  budget_exceeded: 'The budget is used up',
  not_found: 'There is no such thing',
  conflict: 'Something else changed it',
  rate_limited: 'Too many requests',
  unavailable: 'The service is busy',
  engine_unavailable: 'The engine does not answer',
  internal: 'The service failed',
  connection: 'No connection to the service',
};
const later = new Set(['rate_limited', 'unavailable', 'engine_unavailable', 'internal', 'connection', 'conflict']);

function isServiceError(thrown: unknown): thrown is JudgmentError {
  return thrown instanceof Error && typeof (thrown as { code?: unknown }).code === 'string';
}

/** Words for anything that a call threw. */
export function failureOf(thrown: unknown): Failure {
  if (!isServiceError(thrown)) {
    const sentence = thrown instanceof Error ? thrown.message : String(thrown);
    return { title: 'This page failed', sentence, code: 'page', requestId: null, path: null, mayRetry: true };
  }
  const { code, message, requestId, path, retryAfterMs } = thrown;
  const wait = retryAfterMs === undefined ? '' : ` Wait ${Math.ceil(retryAfterMs / 1_000)} s.`;
  return {
    title: titles[code] ?? 'The service refused this',
    sentence: message + wait,
    code: thrown.reason === undefined ? code : `${code}: ${thrown.reason}`,
    requestId: requestId ?? null,
    path: path ?? null,
    mayRetry: later.has(code),
  };
}

/** Whether an error says that nobody is signed in. */
export function isSignedOut(thrown: unknown): boolean {
  return isServiceError(thrown) && thrown.status === 401;
}

/** Whether an error says that this service does not have the route yet, or the organization not the thing. */
export function isAbsent(thrown: unknown): boolean {
  return isServiceError(thrown) && thrown.status === 404;
}

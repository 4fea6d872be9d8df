import type { JudgmentError } from '@app/sdk/client';
import { countedText, countText } from '../format/number';

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
  /** Whether the request is taken after a new sign-in. */
  needsSignIn: boolean;
  /** Milliseconds after which the service would take the request again; null when it did not say. */
  retryAfterMs: number | null;
  /** When the allowance of a day begins anew, ISO 8601; null unless it is used up. */
  resetsAt: string | null;
  /** What the refusal measured, in words. */
  facts: string[];
}

const titles: Readonly<Record<string, string>> = {
  unauthorized: 'You are signed out',
  forbidden: 'Your role does not allow this',
  plan_required: 'Your plan does not include this',
  budget_exceeded: 'The budget is used up',
  not_found: 'Not found',
  conflict: 'This conflicts with existing data',
  rate_limited: 'Too many requests',
  unavailable: 'The service is busy',
  engine_unavailable: 'The engine is not responding',
  internal: 'Something went wrong in the service',
  connection: 'No connection to the service',
};
/** By code and reason, where the code's title would mislead. */
const ofReasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  forbidden: { sign_in_again: 'Sign in again to do this' },
  conflict: {
    if_version: 'Someone else changed this',
    if_active_version: 'Someone else changed this',
    labels_changed: 'Someone else changed this',
    confirm_mismatch: 'What you confirmed has changed',
    quote_changed: 'What you confirmed has changed',
    deleting: 'Deletion in progress',
    duplicate: 'Already exists',
    in_use: 'In use',
    inherited: 'Defined by a template',
    last_owner: 'Last owner',
    no_mail_server: 'Email is not set up',
    running: 'Already running',
    signs_in_otherwise: 'No link needed',
    prove_address: 'Your email address is not verified yet',
    too_many_members: 'Member limit reached',
    too_many_invitations: 'Too many pending invitations',
    too_many_keys: 'API key limit reached',
  },
};
const later = new Set(['rate_limited', 'unavailable', 'engine_unavailable', 'internal', 'connection', 'conflict']);

function isServiceError(thrown: unknown): thrown is JudgmentError {
  return thrown instanceof Error && typeof (thrown as { code?: unknown }).code === 'string';
}

/** Words for anything that a call threw. */
export function failureOf(thrown: unknown): Failure {
  if (!isServiceError(thrown)) {
    const sentence = thrown instanceof Error ? thrown.message : String(thrown);
    const none = { requestId: null, path: null, needsSignIn: false, retryAfterMs: null, resetsAt: null, facts: [] };
    return { title: 'This page could not be shown', sentence, code: 'page', mayRetry: true, ...none };
  }
  const { code, message, requestId, path, retryAfterMs, details } = thrown;
  return {
    title: ofReasons[code]?.[thrown.reason ?? ''] ?? titles[code] ?? 'Request refused',
    sentence: message,
    code: thrown.reason === undefined ? code : `${code}: ${thrown.reason}`,
    requestId: requestId ?? null,
    path: path ?? null,
    mayRetry: later.has(code),
    needsSignIn: thrown.reason === 'sign_in_again',
    retryAfterMs: retryAfterMs ?? null,
    resetsAt: typeof details?.['resets_at'] === 'string' ? details['resets_at'] : null,
    facts: scanFacts(details?.['scan']),
  };
}

/** How far a query would have to look, and which of its paths no index serves. */
function scanFacts(scan: unknown): string[] {
  const { documents, limit, unindexed_paths: unindexed } = (scan ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof documents !== 'number' || typeof limit !== 'number') return [];
  const paths = Array.isArray(unindexed) ? unindexed.map(String) : [];
  return [
    `It would scan about ${countedText(documents, 'document')}; the limit is ${countText(limit)}.`,
    ...(paths.length > 0 ? [`No index on: ${paths.join(', ')}.`] : []),
  ];
}

/** Whether an error says that nobody is signed in. */
export function isSignedOut(thrown: unknown): boolean {
  return isServiceError(thrown) && thrown.status === 401;
}

/** Whether an error says that this service does not have the route yet, or the organization not the thing. */
export function isAbsent(thrown: unknown): boolean {
  return isServiceError(thrown) && thrown.status === 404;
}

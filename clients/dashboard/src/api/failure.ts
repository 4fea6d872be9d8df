import type { JudgmentError } from '@app/sdk/client';
import { countText } from '../format/number';

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
  plan_required: 'Your plan does not hold this',
  budget_exceeded: 'The budget is used up',
  not_found: 'There is no such thing',
  conflict: 'This conflicts with what is there',
  rate_limited: 'Too many requests',
  unavailable: 'The service is busy',
  engine_unavailable: 'The engine does not answer',
  internal: 'The service failed',
  connection: 'No connection to the service',
};
/** By code and reason, where the code's title would mislead. */
const ofReasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  forbidden: { sign_in_again: 'Sign in again to do this' },
  conflict: {
    if_version: 'Somebody changed it meanwhile',
    if_active_version: 'Somebody changed it meanwhile',
    labels_changed: 'Somebody changed it meanwhile',
    confirm_mismatch: 'What you confirmed has changed',
    quote_changed: 'What you confirmed has changed',
    deleting: 'It is being deleted',
    duplicate: 'It exists already',
    in_use: 'It is in use',
    inherited: 'A template defines it',
    last_owner: 'It is the last owner',
    no_mail_server: 'This service sends no mail',
    running: 'It is running already',
    signs_in_otherwise: 'They need no link',
    prove_address: 'Your address is not proved yet',
    too_many_members: 'The organization is full',
    too_many_invitations: 'Too many invitations wait',
    too_many_keys: 'The organization has too many keys',
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
    return { title: 'This page failed', sentence, code: 'page', mayRetry: true, ...none };
  }
  const { code, message, requestId, path, retryAfterMs, details } = thrown;
  return {
    title: ofReasons[code]?.[thrown.reason ?? ''] ?? titles[code] ?? 'The service refused this',
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
    `It would look at about ${countText(documents)} documents; ${countText(limit)} is the most.`,
    ...(paths.length > 0 ? [`Without an index: ${paths.join(', ')}.`] : []),
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

import type { components } from '../generated/api';

const mark = Symbol.for('judgment.error');

/** Facts of an error: those that the service sends with its code, and this client's own. A later version may send more. */
export type ErrorDetails = Readonly<components['schemas']['ErrorDetails']> & Readonly<Record<string, unknown>>;

/** Facts of an error that the service or the way to it gave. */
export interface ErrorFacts {
  /**
   * Code of the error envelope, such as `not_found`. This client's own are `connection`, `usage`, `redirect`, `not_json`,
   * `gap` and `job_timeout`.
   */
  code: string;
  /** HTTP status; null when no reply came. */
  status: number | null;
  reason?: string;
  /** Where in the request the fault is, such as `/upsert/3/id`. */
  path?: string;
  requestId?: string;
  details?: ErrorDetails;
  /** The write may or may not have been carried out: repeat it with `idempotencyKey` to learn which. */
  outcomeUnknown?: boolean;
  idempotencyKey?: string;
  /** Milliseconds after which the service would take the request again. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** Every error of this client. `message` tells how to mend the request. Copies of the package recognize each other's. */
export class JudgmentError extends Error implements ErrorFacts {
  /** What `name` says of its errors; minifiers change the class's own name. */
  protected static readonly kind: string = 'JudgmentError';
  override readonly name: string = 'JudgmentError';
  readonly code: string;
  readonly status: number | null;
  readonly reason?: string;
  readonly path?: string;
  readonly requestId?: string;
  readonly details: ErrorDetails;
  readonly outcomeUnknown: boolean;
  readonly idempotencyKey?: string;
  readonly retryAfterMs?: number;
  readonly [mark] = true;

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status;
    this.reason = facts.reason;
    this.path = facts.path;
    this.requestId = facts.requestId;
    this.details = facts.details ?? {};
    this.outcomeUnknown = facts.outcomeUnknown ?? false;
    this.idempotencyKey = facts.idempotencyKey;
    this.retryAfterMs = facts.retryAfterMs;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class of a program's own that extends one of these has no other copy.
    if (!Object.hasOwn(this, 'kind')) return Function.prototype[Symbol.hasInstance].call(this, value) as boolean;
    if (typeof value !== 'object' || value === null || !(mark in value)) return false;
    return this === JudgmentError || (value as { name?: unknown }).name === this.kind;
  }
}

/** A call that cannot be sent; nothing was. */
export class UsageError extends JudgmentError {
  protected static override readonly kind = 'UsageError';
  override readonly name = 'UsageError';
  constructor(message: string, { path, cause }: Pick<ErrorFacts, 'path' | 'cause'> = {}) {
    super(message, { code: 'usage', status: null, path, cause });
  }
}

/** No reply, or one that broke off, in every attempt. */
export class ConnectionError extends JudgmentError {
  protected static override readonly kind = 'ConnectionError';
  override readonly name = 'ConnectionError';
}

/** The allowance of a day is used up; nothing is sent again before `resetsAt`. */
export class DailyAllowanceError extends JudgmentError {
  protected static override readonly kind = 'DailyAllowanceError';
  override readonly name = 'DailyAllowanceError';
  get resetsAt(): string {
    return String(this.details.resets_at);
  }
}

/** Events between a cursor and the oldest kept one are gone. */
export class GapError extends JudgmentError {
  protected static override readonly kind = 'GapError';
  override readonly name = 'GapError';
}

/** The error of a reply's envelope; an unknown body gives one by its status. */
export function errorOf(status: number, body: unknown, facts: Partial<ErrorFacts> = {}): JudgmentError {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: { code?: string; message?: string; details?: ErrorDetails };
  };
  const details = error?.details ?? {};
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined);
  const all: ErrorFacts = {
    code: error?.code ?? 'unknown',
    status,
    reason: text('reason'),
    path: text('path'),
    requestId: text('request_id'),
    details,
    ...facts,
  };
  const message = error?.message ?? `The service answered ${status} without an error envelope.`;
  const isDaily = status === 429 && typeof details['resets_at'] === 'string' && all.retryAfterMs === undefined;
  return isDaily ? new DailyAllowanceError(message, all) : new JudgmentError(message, all);
}

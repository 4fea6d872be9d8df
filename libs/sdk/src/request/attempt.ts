import type { Runtime } from './options';
import type { Outcome } from './retry';

/** A whole reply, or what kept it from coming. */
export type Tried = { reply: Reply } | { cause: unknown };

/** Sends a request once. The time-out counts until the last byte: headers may come long before it does. */
export async function attempt(
  { fetch }: Runtime,
  address: string,
  init: RequestInit,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Tried> {
  const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
  try {
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
    // A key never follows to another address: a redirect comes back as it is.
    const response = await fetch(address, { ...init, redirect: 'manual', signal: ends });
    return { reply: new Reply(response, await response.text()) };
  } catch (cause) {
    return { cause };
  }
}

/** A reply that came whole. */
export class Reply {
  readonly headers: Headers;
  readonly status: number;
  readonly isOk: boolean;
  readonly isRedirect: boolean;
  /** It is JSON, or has no body at all. */
  readonly isJson: boolean;
  /** Its JSON, or its text where it is none; undefined without a body. */
  readonly data: unknown;

  constructor(
    { headers, status, ok, type }: Response,
    readonly text: string,
  ) {
    this.headers = headers;
    this.status = status;
    this.isOk = ok;
    // A browser shows nothing of a redirect but that it is one.
    this.isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
    const json = jsonIn(text);
    this.isJson = text === '' || json !== undefined;
    this.data = text === '' ? undefined : json === undefined ? text : json.value;
  }
}

/** What the table of retries wants to know of an attempt. */
export function outcomeOf(tried: Tried): Outcome {
  if (!('reply' in tried)) return { kind: 'broken' };
  const { status, headers, data } = tried.reply;
  const { error } = (typeof data === 'object' && data !== null ? data : {}) as {
    error?: { code?: unknown; details?: { resets_at?: unknown } };
  };
  const resetsAt = error?.details?.resets_at;
  return {
    kind: 'reply',
    status,
    retryAfter: headers.get('retry-after'),
    resetsAt: typeof resetsAt === 'string' ? resetsAt : null,
    isOurs: typeof error?.code === 'string',
  };
}

function jsonIn(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

import { AttemptError } from '../connection/failure';
import { HttpResponse } from './exchange';

/** The result of one attempt, as the delivery log keeps it [WHK-25]. It never contains an address. */
export interface Outcome {
  /** Whether a 2xx response arrived in time, whole or its first 1 KB. */
  ok: boolean;
  /** Null when no final status arrived. */
  statusCode: number | null;
  /** Time from the call to the outcome. */
  latencyMs: number;
  /** Null exactly when `ok`. `connect` also means that the connection broke or carried no valid HTTP response. */
  error: AttemptError | null;
  /** The first 1,024 bytes of the response as UTF-8, empty without any. Invalid bytes and U+0000 become U+FFFD. */
  responseText: string;
  /** The receiver's `Retry-After` header, unchanged; `retryAfterMs` reads it. */
  retryAfter: string | null;
}

export function outcomeOfFailure(error: AttemptError, latencyMs: number): Outcome {
  return { ok: false, statusCode: null, latencyMs, error, responseText: '', retryAfter: null };
}

export function outcomeOfResponse({ statusCode, retryAfter, bytes, end }: HttpResponse, latencyMs: number): Outcome {
  const error = errorOf(end, statusCode);
  return { ok: error === null, statusCode, latencyMs, error, responseText: textOf(bytes), retryAfter };
}

function errorOf(end: HttpResponse['end'], statusCode: number | null): AttemptError | null {
  if (end === 'timeout' || end === 'tls') return end;
  if (end === 'connect' || end === 'closed' || statusCode === null) return 'connect';
  return statusCode < 300 ? null : 'http_status';
}

function textOf(bytes: Buffer): string {
  // PostgreSQL stores no U+0000 in text.
  return bytes.toString('utf8').replaceAll('\u0000', '\ufffd');
}

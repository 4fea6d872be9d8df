import { AttemptError } from '../connection/failure';
import { Answer } from './exchange';

/** What came of one attempt, as the delivery log keeps it [WHK-25]. Never holds an address. */
export interface Outcome {
  /** A whole 2xx answer, or its first 1 KB, within the time. */
  ok: boolean;
  /** Null when no final status arrived. */
  statusCode: number | null;
  /** From the call to the outcome. */
  latencyMs: number;
  /** Null exactly when `ok`. `connect` also stands for a connection that broke or carried no valid HTTP answer. */
  error: AttemptError | null;
  /** The first 1,024 bytes of the answer as UTF-8; what is no UTF-8, and U+0000, reads U+FFFD. Empty without any. */
  responseText: string;
  /** The receiver's `Retry-After` as it stood; see `retryAfterMs`. */
  retryAfter: string | null;
}

export function outcomeOfFailure(error: AttemptError, latencyMs: number): Outcome {
  return { ok: false, statusCode: null, latencyMs, error, responseText: '', retryAfter: null };
}

export function outcomeOfAnswer({ statusCode, retryAfter, bytes, end }: Answer, latencyMs: number): Outcome {
  const error = errorOf(end, statusCode);
  return { ok: error === null, statusCode, latencyMs, error, responseText: textOf(bytes), retryAfter };
}

function errorOf(end: Answer['end'], statusCode: number | null): AttemptError | null {
  if (end === 'timeout' || end === 'tls') return end;
  if (end === 'connect' || end === 'spent' || statusCode === null) return 'connect';
  return statusCode < 300 ? null : 'http_status';
}

function textOf(bytes: Buffer): string {
  // PostgreSQL stores no U+0000 in text.
  return bytes.toString('utf8').replaceAll('\u0000', '\ufffd');
}

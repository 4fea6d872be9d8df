import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookHeaders, headerOf } from './headers';
import { keyOf } from './secret';
import { WebhookVerificationError } from './verification-error';

const scheme = 'v1,';
const toleranceMs = 300_000;

export interface SignedRequest {
  /** The body exactly as received, before JSON parsing: bytes, or their UTF-8 text. */
  payload: string | Uint8Array;
  headers: WebhookHeaders;
  /** The endpoint's secret, or several during a rotation; a signature by any of them is valid. */
  secret: string | readonly string[];
  /** The receiver's time in Unix milliseconds; default `Date.now()`. */
  nowMs?: number;
}

/**
 * Checks that a request was signed with the secret at most five minutes ago, or ahead, since clocks differ. It accepts the
 * request when any `v1,` entry matches, and ignores entries of other schemes. It compares every entry with every secret,
 * each in constant time.
 * @throws WebhookVerificationError with the reason; TypeError when the payload is already parsed
 * @see docs/requirements.md#sig---signature-and-rotation [SIG-01]
 */
export function verifySignature({ payload, headers, secret, nowMs = Date.now() }: SignedRequest): void {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) {
    throw new TypeError('The payload must be the raw body, as text or bytes, before any JSON parsing.');
  }
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  demandRecent(timestamp, nowMs);
  const given = signatures.split(' ').filter((entry) => entry.startsWith(scheme));
  let matches = 0;
  for (const key of [secret].flat().map(keyOf)) {
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(payload).digest('base64');
    for (const entry of given) matches += isSame(entry, scheme + digest) ? 1 : 0;
  }
  if (matches > 0) return;
  throw new WebhookVerificationError(
    'signature',
    'No `v1,` entry of `webhook-signature` fits this body and secret; check that the body is raw and the secret current.',
  );
}

function demandRecent(timestamp: string, nowMs: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('headers', 'The header `webhook-timestamp` must be whole Unix seconds.');
  }
  if (Math.abs(nowMs - Number(timestamp) * 1_000) > toleranceMs) {
    throw new WebhookVerificationError(
      'timestamp',
      'The header `webhook-timestamp` lies more than 5 minutes from this clock; is the clock right?',
    );
  }
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

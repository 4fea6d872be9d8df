import { createHmac } from 'node:crypto';
import { keyOf } from '../secret/secret';

const scheme = 'v1,';

export interface Signing {
  /** `webhook-id`: the event's id. */
  id: string;
  /** `webhook-timestamp`: when this attempt is signed, in whole Unix seconds. */
  timestampS: number;
  /** The exact bytes that are sent; a string means its UTF-8. */
  body: Uint8Array | string;
  /** The secrets that sign now: one, or two during a rotation, newest first. */
  secrets: readonly string[];
}

/**
 * The value of `webhook-signature`: one entry for each secret, separated by a space.
 * @throws SecretError for a text that is no secret; RangeError for no or more than two secrets, an id with a dot (the
 *   signed text would be ambiguous), or a time that is not whole seconds
 * @see docs/requirements.md#sig---signature-and-rotation [SIG-01] [SIG-03]
 */
export function sign({ id, timestampS, body, secrets }: Signing): string {
  if (secrets.length < 1 || secrets.length > 2) throw new RangeError('A delivery is signed with one or two secrets.');
  if (id === '' || id.includes('.')) throw new RangeError('The id to sign must not be empty or contain a dot.');
  if (!Number.isSafeInteger(timestampS) || timestampS < 0) throw new RangeError('timestampS must be whole seconds.');
  return secrets.map((secret) => scheme + digest(secret, id, String(timestampS), body)).join(' ');
}

function digest(secret: string, id: string, timestamp: string, body: Uint8Array | string): string {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
}

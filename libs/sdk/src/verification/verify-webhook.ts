import { WebhookEvent } from '../event/event';
import { SignedRequest, verifySignature } from './signature';

/**
 * The event of a webhook request, once its signature is shown to be right.
 * @returns the event; members and types that this version does not know are left as they came
 * @throws WebhookVerificationError (answer 400); TypeError when the payload was parsed already; SyntaxError for a body
 *   that is signed and yet no event, which the service never sends
 */
export function verifyWebhook(request: SignedRequest): WebhookEvent {
  verifySignature(request);
  const { payload } = request;
  const text = typeof payload === 'string' ? payload : Buffer.from(payload).toString('utf8');
  const event: unknown = JSON.parse(text);
  if (!isEvent(event)) throw new SyntaxError('The body is signed but holds no event.');
  return event;
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, data } = value as Partial<Record<keyof WebhookEvent, unknown>>;
  return typeof id === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null;
}

import { WebhookEvent } from '../event/event';
import { SignedRequest, verifySignature } from './signature';

/**
 * Verifies a webhook request and returns its event.
 * @returns the event; members and types that this version does not know stay unchanged
 * @throws WebhookVerificationError (answer with 400); TypeError when the payload is already parsed; SyntaxError for a
 *   signed body that is no event, which the service never sends
 */
export function verifyWebhook(request: SignedRequest): WebhookEvent {
  verifySignature(request);
  const { payload } = request;
  const text = typeof payload === 'string' ? payload : Buffer.from(payload).toString('utf8');
  const event: unknown = JSON.parse(text);
  if (!isEvent(event)) throw new SyntaxError('The body is signed but is no event.');
  return event;
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, data } = value as Partial<Record<keyof WebhookEvent, unknown>>;
  return typeof id === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null;
}

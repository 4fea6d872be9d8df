import { WebhookVerificationError } from './verification-error';

const prefix = 'whsec_';
const [minKeyBytes, maxKeyBytes] = [24, 64];
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The key bytes of a secret, with or without the prefix `whsec_`.
 * @throws WebhookVerificationError `signature`, with a sentence that says what is wrong with the secret: no signature
 *   could match it, and "no match" alone would not say why
 * @see Standard Webhooks, "Signature scheme": 24 to 64 bytes
 */
export function keyOf(secret: string): Buffer {
  const refuse = (message: string): WebhookVerificationError => new WebhookVerificationError('signature', message);
  if (typeof secret !== 'string' || secret === '') {
    throw refuse('The secret is empty; set it to the text that begins with `whsec_`.');
  }
  if (/\s/.test(secret)) throw refuse('The secret contains a blank or a line break; paste it without them.');
  if (/^v\d+[a-z]?,/.test(secret)) {
    throw refuse(
      'The secret begins with `v1,` as signatures do; remove that, or paste the text that begins with `whsec_`.',
    );
  }
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  if (!base64.test(encoded)) {
    throw refuse('The secret is not base64 after `whsec_`; paste it whole, with the `=` at its end.');
  }
  const key = Buffer.from(encoded, 'base64');
  if (key.length < minKeyBytes || key.length > maxKeyBytes) {
    throw refuse(`The secret has ${key.length} bytes instead of ${minKeyBytes} to ${maxKeyBytes}; paste it whole.`);
  }
  return key;
}

import { KeyObject, createSecretKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Why a text is not a signing secret. It never contains the text. */
export type SecretReason = 'prefix' | 'pasted_signature' | 'blank' | 'base64' | 'length';

/** The error for a text that is no signing secret, with a sentence that says how to correct it. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
  constructor(
    readonly reason: SecretReason,
    message: string,
  ) {
    super(message);
  }
}

const prefix = 'whsec_';
const newSecretBytes = 32;
/** Standard Webhooks, "Signature scheme": a symmetric secret is 24 to 64 bytes. */
const [minSecretBytes, maxSecretBytes] = [24, 64];
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Encodes a new secret.
 * @param randomBytes32 32 bytes of a cryptographic source
 * @returns `whsec_` and the base64 of the bytes
 * @throws SecretError `length` for any other number of bytes
 */
export function newSecret(randomBytes32: Uint8Array): string {
  if (randomBytes32.length !== newSecretBytes) {
    throw new SecretError('length', `A new secret needs ${newSecretBytes} random bytes, not ${randomBytes32.length}.`);
  }
  return prefix + Buffer.from(randomBytes32).toString('base64');
}

/**
 * The key bytes of a secret.
 * @throws SecretError for a blank, a signature, another prefix, text that is no base64, and a bad length
 * @see Standard Webhooks, "Signature scheme"
 */
export function parseSecret(secret: string): Buffer {
  if (/\s/.test(secret)) {
    throw new SecretError('blank', 'The secret contains a blank or a line break; paste it without any.');
  }
  if (/^v\d+[a-z]?,/.test(secret)) {
    throw new SecretError(
      'pasted_signature',
      'The secret begins like a signature (`v1,`); paste the text that begins with `whsec_`, without anything before it.',
    );
  }
  if (!secret.startsWith(prefix)) {
    throw new SecretError('prefix', 'The secret must begin with `whsec_`, as the endpoint shows it.');
  }
  const encoded = secret.slice(prefix.length);
  if (!base64.test(encoded)) {
    throw new SecretError('base64', 'The text after `whsec_` must be base64 with its padding; paste the secret whole.');
  }
  const key = Buffer.from(encoded, 'base64');
  if (key.length < minSecretBytes || key.length > maxSecretBytes) {
    throw new SecretError(
      'length',
      `The secret has ${key.length} bytes; it must have ${minSecretBytes} to ${maxSecretBytes}. Paste it whole.`,
    );
  }
  return key;
}

// Decoding and checking cost more than the HMAC of a small body, and an endpoint signs with one secret for months.
const keys = new LRUCache<string, KeyObject>({ max: 1_000 });

/** The decoded key of a secret, cached for the 1,000 secrets used last. @throws as `parseSecret` does */
export function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const key = createSecretKey(parseSecret(secret));
  keys.set(secret, key);
  return key;
}

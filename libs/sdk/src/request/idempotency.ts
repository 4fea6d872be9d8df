/**
 * A key that all attempts of a write share: 128 random bits in hexadecimal. `crypto.randomUUID` is missing from pages that
 * came by http, `getRandomValues` is not.
 */
export function newIdempotencyKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

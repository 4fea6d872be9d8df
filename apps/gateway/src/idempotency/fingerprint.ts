import { createHash } from 'node:crypto';

/**
 * SHA-256 of method, path, raw query and raw body: two requests with one fingerprint are the same request
 * (docs/contract.md#idempotency).
 * @param target path and query string, as the client sent them
 */
export function fingerprintOf(method: string, target: string, body: Uint8Array | undefined): Buffer {
  // Neither method nor target can hold a NUL, so the parts cannot run together.
  const hash = createHash('sha256').update(`${method}\0${target}\0`);
  if (body) hash.update(body);
  return hash.digest();
}

import { createHash } from 'node:crypto';

/** SHA-256 of method, path, raw query and raw body: what "the same request" means (docs/contract.md#idempotency). */
export function fingerprintOf(method: string, target: string, body: Uint8Array | undefined): Buffer {
  // Path and raw query are the request target as sent: a NUL cannot stand in either, so the parts cannot run together.
  const hash = createHash('sha256').update(`${method}\0${target}\0`);
  if (body) hash.update(body);
  return hash.digest();
}

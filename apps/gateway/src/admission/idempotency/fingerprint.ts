import { createHash } from 'node:crypto';

/** What makes two requests of an organization the same request. */
export interface RequestIdentity {
  method: string;
  /** Path and query string, as the client sent them. */
  target: string;
  body: Uint8Array | undefined;
  /**
   * Scope of the API key, for a route without a namespace in its path: the body or an id says there what the request is
   * about, so its owner checks the scope, and a key with another scope may not get the response.
   */
  scope?: string;
  /** The person whose session it is, for the same routes: what an owner was answered is not for an admin. */
  person?: string;
}

/**
 * SHA-256 of method, path, raw query and raw body, of a scope other than `*`, and of a person: two requests with one fingerprint are
 * the same request (docs/contract.md#idempotency).
 */
export function fingerprintOf({ method, target, body, scope, person }: RequestIdentity): Buffer {
  // No part can hold a NUL, and only a target begins with a slash: the parts cannot run together.
  const narrowed = person ? `user:${person}\0` : scope === undefined || scope === '*' ? '' : `${scope}\0`;
  const hash = createHash('sha256').update(`${narrowed}${method}\0${withOnePath(target)}\0`);
  if (body) hash.update(body);
  return hash.digest();
}

const escape = /%[0-9A-Fa-f]{2}/g;
/** ASCII characters that a path segment may hold unescaped (RFC 3986, 3.3). */
const plain = /[A-Za-z0-9\-._~!$&'()*+,;=:@]/;

/** The target with its path in one spelling: `%2f` becomes `%2F`, `%2a` becomes `*`. The query stays as it was sent. */
function withOnePath(target: string): string {
  if (!target.includes('%')) return target;
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const spelled = path.replaceAll(escape, (escaped) => {
    const character = String.fromCharCode(parseInt(escaped.slice(1), 16));
    return plain.test(character) ? character : escaped.toUpperCase();
  });
  return query < 0 ? spelled : spelled + target.slice(query);
}

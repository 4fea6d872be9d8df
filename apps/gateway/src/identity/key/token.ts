import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const publicBytes = 9;
const secretBytes = 32;
const tokenPattern = /^jk_live_([A-Za-z0-9_-]{12})_([A-Za-z0-9_-]{43})$/;

/** A new key. The client sees the token once; the database keeps its SHA-256. */
export interface NewToken {
  token: string;
  /** The readable part, by which the row is found. */
  publicId: string;
  hash: Buffer;
}

/** A token `jk_live_<12 characters>_<256 random bits, base64url>`. */
export function makeToken(): NewToken {
  const publicId = randomBytes(publicBytes).toString('base64url');
  const token = `jk_live_${publicId}_${randomBytes(secretBytes).toString('base64url')}`;
  return { token, publicId, hash: hashOf(token) };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The readable part of a token; null for a text that is not a token of this service. */
export function publicIdOf(token: string): string | null {
  return tokenPattern.exec(token)?.[1] ?? null;
}

/** The start of a key that lists show. */
export function shownPrefix(publicId: string): string {
  return `jk_live_${publicId}`;
}

/**
 * Whether the token has this hash, in constant time.
 * @param hash of the stored key; undefined for an unknown key, which costs the same work
 */
export function matches(token: string, hash: Buffer | undefined): boolean {
  return timingSafeEqual(hashOf(token), hash ?? zeros) && hash !== undefined;
}

const zeros = Buffer.alloc(32);

/** The token of an `Authorization` header; null when the header does not hold exactly one bearer token. */
export function bearerOf(header: string | undefined): string | null {
  if (!header || header.length > 200 || header.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  const token = header.slice(7);
  return token.includes(' ') || token.includes(',') ? null : token;
}

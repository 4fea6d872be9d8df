import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const publicBytes = 9;
const secretBytes = 32;
const form = /^jk_live_([A-Za-z0-9_-]{12})_([A-Za-z0-9_-]{43})$/;

/** A new key: shown once, kept as the SHA-256 of the whole. */
export interface NewToken {
  token: string;
  /** The readable part that finds the row. */
  publicId: string;
  hash: Buffer;
}

/** `jk_live_<12 characters>_<256 random bits, base64url>`. */
export function makeToken(): NewToken {
  const publicId = randomBytes(publicBytes).toString('base64url');
  const token = `jk_live_${publicId}_${randomBytes(secretBytes).toString('base64url')}`;
  return { token, publicId, hash: hashOf(token) };
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The public part of a token, or null for what was never a token of ours. */
export function publicIdOf(token: string): string | null {
  return form.exec(token)?.[1] ?? null;
}

/** What a list may show of a key. */
export function shownPrefix(publicId: string): string {
  return `jk_live_${publicId}`;
}

/** Compared in constant time; an unknown key costs the same work. */
export function matches(token: string, hash: Buffer | undefined): boolean {
  return timingSafeEqual(hashOf(token), hash ?? nobody) && hash !== undefined;
}

const nobody = Buffer.alloc(32);

/** The token of an `Authorization` header, or null when it is not exactly one bearer token. */
export function bearerOf(header: string | undefined): string | null {
  if (!header || header.length > 200 || header.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  const token = header.slice(7);
  return token.includes(' ') || token.includes(',') ? null : token;
}

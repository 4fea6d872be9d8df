import { createHash, randomBytes } from 'node:crypto';

const bytes = 32;
const pattern = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits that the client sees once; the database keeps their SHA-256. */
export interface SecretToken {
  token: string;
  hash: Buffer;
}

/** A new token of a session or of a sign-in link. */
export function makeSecretToken(): SecretToken {
  const token = randomBytes(bytes).toString('base64url');
  return { token, hash: createHash('sha256').update(token).digest() };
}

/** The hash under which a token is found; null for a text that is no token of this service. */
export function hashOfToken(token: string): Buffer | null {
  return pattern.test(token) ? createHash('sha256').update(token).digest() : null;
}

import { invalid } from '@app/problem';

/** An opaque page cursor: the key of the last row, by name, base64url. */
export function encodeCursor(key: unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** @throws Problem `invalid_request`, reason bad_cursor, for anything that `encodeCursor` did not make */
export function decodeCursor(cursor: string | undefined, length: number): unknown[] | null {
  if (cursor === undefined) return null;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(key) && key.length === length && encodeCursor(key) === cursor) return key;
  } catch {
    // falls through to the refusal: not base64url of JSON
  }
  throw invalid('bad_cursor', '/cursor', 'Send `cursor` exactly as `next_cursor` gave it, or leave it out.');
}

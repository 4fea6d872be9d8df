import { invalid } from '@app/problem';

/** The lists whose pages go on after a key. The name stands in the cursor, so that no list takes another's. */
export type CursorList =
  | 'api-keys'
  | 'audit'
  | 'deliveries'
  | 'fits'
  | 'group-values'
  | 'groups'
  | 'history'
  | 'jobs'
  | 'members'
  | 'member-sessions'
  | 'namespaces'
  | 'namespace-level'
  | 'judgments'
  | 'outcomes'
  | 'subscriptions'
  | 'usage'
  | 'versions'
  | 'webhook-endpoints';

/** An opaque page cursor: the list and the key of its last row, as base64url of JSON. */
export function encodeCursor(list: CursorList, key: unknown[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
}

/**
 * @param length members of the key
 * @returns the key; null without a cursor
 * @throws Problem `invalid_request`, reason bad_cursor, for anything that `encodeCursor` did not make for this list
 */
export function decodeCursor(list: CursorList, cursor: string | undefined, length: number): unknown[] | null {
  if (cursor === undefined) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && parts.length === length + 1 && parts[0] === list) {
      const key: unknown[] = parts.slice(1);
      if (encodeCursor(list, key) === cursor) return key;
    }
  } catch {
    // falls through to the refusal: not base64url of JSON
  }
  throw invalid(
    'bad_cursor',
    '/cursor',
    'Send `cursor` exactly as `next_cursor` of this list gave it, or leave it out.',
  );
}

import { invalid } from '@app/problem';

/** What a member of a key may be: whatever else stands in a forged cursor, Postgres would refuse as a value. */
const kinds = {
  text: (value: unknown): value is string => typeof value === 'string' && !value.includes('\0'),
  /** A bigint, as the driver reads it. */
  bigint: (value: unknown): value is string => typeof value === 'string' && /^\d{1,18}$/.test(value),
  integer: (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  count: (value: unknown): value is number => Number.isSafeInteger(value),
  boolean: (value: unknown): value is boolean => typeof value === 'boolean',
  hex: (value: unknown): value is string => typeof value === 'string' && /^([0-9a-f]{2})*$/.test(value),
};
type Kind = keyof typeof kinds;
type Checked<K extends Kind> = (typeof kinds)[K] extends (value: unknown) => value is infer T ? T : never;

/** The lists whose pages go on after a key, and what their keys hold. The name stands in the cursor: no list takes another's. */
const lists = {
  'api-keys': ['text'],
  audit: ['text'],
  deliveries: ['bigint', 'text'],
  fits: ['bigint'],
  'group-values': ['text', 'count', 'boolean', 'hex'],
  groups: ['text'],
  history: ['bigint'],
  jobs: ['text'],
  labels: ['text', 'text'],
  members: ['text'],
  'member-sessions': ['text'],
  namespaces: ['text'],
  'namespace-level': ['text'],
  judgments: ['text', 'text'],
  outcomes: ['text'],
  subscriptions: ['text'],
  usage: ['text'],
  versions: ['integer'],
  'webhook-endpoints': ['text'],
} as const satisfies Record<string, readonly Kind[]>;

export type CursorList = keyof typeof lists;
type KeyOf<T extends readonly Kind[]> = { -readonly [I in keyof T]: Checked<T[I]> };
/** The key of a list's row. */
export type CursorKey<L extends CursorList> = KeyOf<(typeof lists)[L]>;

/** An opaque page cursor: the list and the key of its last row, as base64url of JSON. */
export function encodeCursor<L extends CursorList>(list: L, key: CursorKey<L>): string {
  return encoded(list, key);
}

/**
 * @returns the key; null without a cursor
 * @throws Problem `invalid_request`, reason bad_cursor, for anything that `encodeCursor` cannot make for this list
 */
export function decodeCursor<L extends CursorList>(list: L, cursor: string | undefined): CursorKey<L> | null {
  if (cursor === undefined) return null;
  const shape: readonly Kind[] = lists[list];
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && parts.length === shape.length + 1 && parts[0] === list) {
      const key: unknown[] = parts.slice(1);
      if (shape.every((kind, at) => kinds[kind](key[at])) && encoded(list, key) === cursor) return key as CursorKey<L>;
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

function encoded(list: string, key: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
}

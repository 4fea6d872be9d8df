import { createHash } from 'node:crypto';
import { invalid } from '@app/problem';
import { formatOrder } from './order';
import type { OrderKey } from './order';
import type { KeyColumn } from './key-column';

/** No key holds it, since no document does. Texts stand as they are between, so a cursor is about as long as its keys. */
const separator = '\0';
/** Four keys of the longest texts (`orderedCharacters` and strings of attributes), with their ranks and numbers. */
const longestCursor = 16_384;

function markOf(order: readonly OrderKey[]): string {
  return createHash('sha256').update(formatOrder(order)).digest('base64url').slice(0, 8);
}

/**
 * Makes the cursor after a row.
 * @param keys the row's values of `QuerySql.keys`, as text
 */
export function encodeCursor(order: readonly OrderKey[], keys: readonly string[]): string {
  return Buffer.from([markOf(order), ...keys].join(separator)).toString('base64url');
}

function badCursor(pointer: string) {
  return invalid('bad_cursor', pointer, 'Send a `next_cursor` of the same query with the same order, unchanged.');
}

function isKey(column: KeyColumn, text: string): boolean {
  if (column.cast === 'text') return true;
  const number = Number(text);
  if (!/^-?\d{1,400}(\.\d{1,400})?(e[+-]?\d{1,3})?$/i.test(text) || !Number.isFinite(number)) return false;
  return column.cast !== 'int' || (Number.isInteger(number) && Math.abs(number) < 2 ** 31);
}

/**
 * Reads the keys of a cursor.
 * @throws Problem `invalid_request`, reason `bad_cursor`, when it is malformed or belongs to another order
 */
export function decodeCursor(
  order: readonly OrderKey[],
  columns: readonly KeyColumn[],
  cursor: string,
  pointer: string,
): string[] {
  if (cursor.length > longestCursor || !/^[\w-]+$/.test(cursor)) throw badCursor(pointer);
  const [mark, ...texts] = Buffer.from(cursor, 'base64url').toString().split(separator);
  if (mark !== markOf(order) || texts.length !== columns.length) throw badCursor(pointer);
  if (!columns.every((column, index) => isKey(column, texts[index] ?? ''))) throw badCursor(pointer);
  // Postgres fails on a float that underflows; this spelling of the same number works.
  return texts.map((text, index) => (columns[index]?.cast === 'float8' ? String(Number(text)) : text));
}

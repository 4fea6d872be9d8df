import { scalarKey, scalarOf } from '../attribute/attribute-key';

/**
 * The cursor's columns of an attribute (missing, rank, number, text) from its key. They equal the columns that
 * `keyColumns` selects from the document.
 * @param key of a scalar; null when the attribute is missing
 */
export function attributeOrderKeys(key: Buffer | null): string[] {
  if (key === null) return ['1', '0', '0', ''];
  const value = scalarOf(key);
  if (typeof value === 'string') return ['0', '3', '0', value];
  if (typeof value === 'number') return ['0', '2', String(value), ''];
  return ['0', '1', value ? '1' : '0', ''];
}

/** The key of a cursor's columns; null when the attribute is missing. */
export function orderedKey([missing, rank, number = '', text = '']: readonly string[]): Buffer | null {
  if (missing === '1') return null;
  if (rank === '3') return scalarKey(text);
  return scalarKey(rank === '2' ? Number(number) : Number(number) === 1);
}

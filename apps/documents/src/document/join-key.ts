import { attributeKeys, elementTag } from '@app/filter';
import type { JoinPath } from '@app/definition';

/** The tag of the keys of strings, the only ones that equal an id. */
const stringTag = 0x30;

/** The attribute of one side of a join; null for the id. */
export function attributeOf(path: JoinPath): string | null {
  return path === 'id' ? null : path.slice('attributes.'.length);
}

/**
 * The keys by which documents join: those of scalars, and of the elements of arrays without their tag, since an array joins
 * by any element.
 */
export function joinKeys(value: unknown): Buffer[] {
  return attributeKeys(value).map(bare);
}

function bare(key: Buffer): Buffer {
  return key[0] === elementTag ? key.subarray(1) : key;
}

/** The key in SQL: `joinKeys` of one row of `attribute`. */
export function joinKeySql(key: string): string {
  return `(case when get_byte(${key}, 0) = ${elementTag} then substr(${key}, 2) else ${key} end)`;
}

/** The distinct ids that a value names: `idOfKey` of its `joinKeys`, without the keys. */
export function idsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? [...new Set(value.filter((element) => typeof element === 'string'))] : [];
}

/** The id that a key names; null for the key of another type, since types never coerce. */
export function idOfKey(key: Buffer): string | null {
  return key[0] === stringTag ? key.toString('utf8', 1) : null;
}

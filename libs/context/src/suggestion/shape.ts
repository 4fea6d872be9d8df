import type { ScalarValue } from './candidate';

/** Shortest base64 or hex text that looks binary, in characters (docs/contract.md#13-limits). */
const minBinaryLength = 64;
/** Shortest run of hex digits that counts as an id, not as a number or a word. */
const minHexIdLength = 16;

const timestamp =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?([Zz]|[+-]\d{2}(:?\d{2})?)?)?$/;
const url = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;
const dataUri = /^data:[^,\s]*,/i;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const hex = /^(0x)?[0-9a-f]+$/i;

export function isTimestamp(value: ScalarValue): boolean {
  return typeof value === 'string' && timestamp.test(value);
}

export function isUrl(value: ScalarValue): boolean {
  return typeof value === 'string' && url.test(value);
}

/** Whether a value is a data URI, or a long run of base64 or hex, with or without line breaks. */
export function isBinary(value: ScalarValue): boolean {
  if (typeof value !== 'string') return false;
  if (dataUri.test(value)) return true;
  if (value.length < minBinaryLength) return false;
  const joined = value.replace(/[\r\n]+/g, '');
  return joined.length >= minBinaryLength && base64.test(joined);
}

/** Whether a value is a uuid, a ulid, or a run of hex digits such as a digest or an object id. */
export function isId(value: ScalarValue): boolean {
  if (typeof value !== 'string') return false;
  return uuid.test(value) || ulid.test(value) || (value.length >= minHexIdLength && hex.test(value));
}

/** Whether a field named id can hold the value: a word or an integer, but no sentence, amount or boolean. */
export function isNameable(value: ScalarValue): boolean {
  return typeof value === 'string' ? !/\s/.test(value) : Number.isInteger(value);
}

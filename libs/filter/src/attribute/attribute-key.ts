/**
 * Order-preserving keys of attribute values, for the table `attribute` of the read model: keys sort bytewise as values of
 * one type do. A key is a tag byte for the type and then the value. Elements of arrays have a tag of their own, so that
 * `contains` finds them and a comparison of scalars does not.
 */
const tags = { boolean: 0x10, number: 0x20, string: 0x30 } as const;
/** Keys of elements sort after those of all scalars. */
export const elementTag = 0x40;

/** The half-open range of keys from `from` to `to`. */
export interface KeyRange {
  from: Buffer;
  to: Buffer;
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  // -0 and 0 are the same value.
  bytes.writeDoubleBE(value + 0);
  const negative = (bytes.readUInt8(0) & 0x80) !== 0;
  for (let at = 0; at < 8; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (negative ? 0xff : at === 0 ? 0x80 : 0);
  return bytes;
}

/** The key of a scalar. */
export function scalarKey(value: string | number | boolean): Buffer {
  if (typeof value === 'boolean') return Buffer.from([tags.boolean, value ? 1 : 0]);
  if (typeof value === 'number') return Buffer.concat([Buffer.from([tags.number]), numberBytes(value)]);
  return Buffer.concat([Buffer.from([tags.string]), Buffer.from(value)]);
}

/** The value of a scalar's key: the inverse of `scalarKey`. */
export function scalarOf(key: Buffer): string | number | boolean {
  if (key[0] === tags.string) return key.toString('utf8', 1);
  if (key[0] === tags.boolean) return key[1] === 1;
  const bytes = Buffer.from(key.subarray(1));
  const negative = (bytes.readUInt8(0) & 0x80) === 0;
  for (let at = 0; at < 8; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (negative ? 0xff : at === 0 ? 0x80 : 0);
  return bytes.readDoubleBE(0);
}

/** The key of an element of an array. */
export function elementKey(value: string | number | boolean): Buffer {
  return Buffer.concat([Buffer.from([elementTag]), scalarKey(value)]);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The distinct keys of an attribute's value: one for a scalar, one for each element of an array, none for null. */
export function attributeKeys(value: unknown): Buffer[] {
  if (isScalar(value)) return [scalarKey(value)];
  if (!Array.isArray(value)) return [];
  const keys = value.filter(isScalar).map(elementKey);
  return [...new Map(keys.map((key) => [key.toString('hex'), key])).values()];
}

/** The smallest key above every key with the prefix. It exists, since tags are below 0xff. */
function after(prefix: Buffer): Buffer {
  let last = prefix.length - 1;
  while (last > 0 && prefix[last] === 0xff) last -= 1;
  const next = Buffer.from(prefix.subarray(0, last + 1));
  next[last] = (next[last] ?? 0) + 1;
  return next;
}

/** The smallest key above a key. */
function justAbove(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.from([0])]);
}

export type RangeOp = 'eq' | 'gt' | 'gte' | 'lt' | 'lte' | 'prefix';

/** The keys of the scalars that fulfil a comparison; all have the operand's type. */
export function keyRange(op: RangeOp, value: string | number | boolean): KeyRange {
  const key = scalarKey(value);
  const tag = key.subarray(0, 1);
  switch (op) {
    case 'eq':
      return { from: key, to: justAbove(key) };
    case 'prefix':
      return { from: key, to: after(key) };
    case 'gt':
      return { from: justAbove(key), to: after(tag) };
    case 'gte':
      return { from: key, to: after(tag) };
    case 'lt':
      return { from: tag, to: key };
    case 'lte':
      return { from: tag, to: justAbove(key) };
  }
}

/** The keys in every one of the ranges; empty when `from` is not below `to`. */
export function intersect(ranges: readonly KeyRange[]): KeyRange {
  const froms = ranges.map(({ from }) => from).sort((a, b) => Buffer.compare(a, b));
  const tos = ranges.map(({ to }) => to).sort((a, b) => Buffer.compare(a, b));
  return { from: froms.at(-1) ?? Buffer.alloc(0), to: tos[0] ?? Buffer.from([0xff]) };
}

/** Bytes before the first element: one dimension, no nulls, type of the elements, their number, and the first index. */
const headerBytes = 20;
const lengthBytes = 4;
const textOid = 25;

/**
 * A `text[]` as Postgres keeps it, for large texts. An array that `pg` makes is one text: `pg` escapes each quote of each
 * element, and Postgres reads it again character by character.
 */
export function textArray(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const array = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + lengthBytes + length, headerBytes));
  let at = 0;
  for (const field of [1, 0, textOid, texts.length, 1]) at = array.writeInt32BE(field, at);
  texts.forEach((text, index) => {
    at = array.writeInt32BE(lengths[index], at);
    at += array.write(text, at);
  });
  return array;
}

import type { Head } from './head';
import { bucketCountOf, columnsOf } from './sample';

const headerBytes = 24;

/** A head as bytes in little-endian order: the same head gives the same bytes. */
export function packHead({ classes, buckets, idf, weights, bias, baseSlope, sharpness }: Head): Uint8Array {
  const columns = [idf, weights, bias, buckets];
  const bytes = new Uint8Array(headerBytes + columns.reduce((sum, column) => sum + column.byteLength, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, classes, true);
  view.setUint32(4, buckets.length, true);
  view.setFloat64(8, baseSlope, true);
  view.setFloat64(16, sharpness, true);
  let at = headerBytes;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

/** @throws RangeError when the bytes are not those of a whole head */
export function unpackHead(bytes: Uint8Array): Head {
  if (bytes.length < headerBytes) throw new RangeError('The head is shorter than its header.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shape = { classes: view.getUint32(0, true) };
  const rows = view.getUint32(4, true);
  const columns = columnsOf(shape);
  const sizes = [4 * rows, 4 * rows * columns, 4 * columns, 2 * rows];
  const expected = sizes.reduce((sum, size) => sum + size, headerBytes);
  if (shape.classes < 2 || rows > bucketCountOf(shape) || bytes.length !== expected) {
    throw new RangeError(`The head has ${bytes.length} bytes where its header says ${expected}.`);
  }
  // A Buffer's own slice would share its memory.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = headerBytes;
  const [idf, weights, bias, buckets] = sizes.map((size) => plain.slice(at, (at += size)).buffer);
  return {
    ...shape,
    baseSlope: view.getFloat64(8, true),
    sharpness: view.getFloat64(16, true),
    idf: new Float32Array(idf),
    weights: new Float32Array(weights),
    bias: new Float32Array(bias),
    buckets: new Uint16Array(buckets),
  };
}

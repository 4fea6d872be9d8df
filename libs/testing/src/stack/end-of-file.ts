import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The last 3,000 bytes of a file: a log of hours is longer than a string may be. */
export function endOfFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, 3_000));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } finally {
    closeSync(file);
  }
}

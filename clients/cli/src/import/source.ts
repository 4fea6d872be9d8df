import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ReadOptions } from '@app/file-reader';
import type { World } from '../world/world';

const mebibyte = 1024 * 1024;

/** What is read: a file, a file packed by gzip, or the input. */
export interface Source {
  readonly name: string;
  /** How it is read. */
  readonly options: ReadOptions;
  /** Bytes of the file; null for the input. */
  readonly size: number | null;
  /** Differs when the file has changed; null for the input, which cannot be read again. */
  readonly identity: string | null;
  /** Bytes that were read so far, before they are unpacked. */
  readonly bytesRead: () => number;
  /** Begins to read; called once. */
  readonly open: () => Readable;
}

/** Opens `-` as the input, `*.gz` unpacked. */
export function openSource(name: string, reading: ReadOptions, { stdin }: Pick<World, 'stdin'>): Source {
  const options = { ...reading, name };
  let read = 0;
  const counted = (stream: Readable) => stream.on('data', (chunk: Buffer | string) => void (read += chunk.length));
  const bytesRead = () => read;
  if (name === '-') return { name, options, size: null, identity: null, bytesRead, open: () => counted(stdin) };
  const open = (): Readable => {
    const file = counted(createReadStream(name));
    if (!/\.gz$/i.test(name)) return file;
    const unpacked = createGunzip();
    return file.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  };
  return { name, options, ...identityOf(name), bytesRead, open };
}

/** Path, size and a hash of the first and the last mebibyte: a whole hash would read a large file twice. */
function identityOf(path: string): { size: number; identity: string } {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const hash = createHash('sha256').update(`${resolve(path)}\n${size}\n`);
    const part = Buffer.alloc(Math.min(mebibyte, size));
    for (const at of [0, Math.max(0, size - mebibyte)])
      hash.update(part.subarray(0, readSync(file, part, 0, part.length, at)));
    return { size, identity: hash.digest('hex') };
  } finally {
    closeSync(file);
  }
}

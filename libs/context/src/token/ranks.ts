import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Length of the longest token of o200k_base, in bytes. */
export const maxTokenBytes = 128;

/** The UTF-8 bytes of a text, one character for each byte, so that a slice of bytes can be the key of a map. */
export function toByteString(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}

type Ranks = ReadonlyMap<string, number>;

let ranks: Ranks | undefined;

/**
 * The rank of each token of o200k_base by its bytes. Neighbours merge into the token with the lowest rank first. The first
 * call reads the list: a service that has not counted a token yet does without its 50 MB and the 0.1 s of a processor.
 */
export function rankByBytes(): Ranks {
  ranks ??= readRanks();
  return ranks;
}

/** The file stands beside this one, and beside each bundle of it (deploy/tools/build/build.mjs). */
function readRanks(): Ranks {
  const table = brotliDecompressSync(readFileSync(join(__dirname, 'o200k-base.br')));
  const size = table.readUInt32LE(0);
  const bytes = table.toString('latin1', 4 + size);
  const ranks = new Map<string, number>();
  let start = 0;
  for (const [rank, length] of table.subarray(4, 4 + size).entries()) {
    ranks.set(bytes.slice(start, start + length), rank);
    start += length;
  }
  return ranks;
}

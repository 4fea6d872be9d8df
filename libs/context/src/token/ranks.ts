import { createRequire } from 'node:module';

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

function readRanks(): Ranks {
  const name = 'gpt-tokenizer/bpeRanks/o200k_base';
  // A `require` of its own, whose cache entry goes again: nobody else reads the list, which weighs more than the map.
  const load = createRequire(__filename);
  const { default: tokens } = load(name) as { default: readonly (string | readonly number[])[] };
  delete load.cache[load.resolve(name)];
  return new Map(
    Array.from(tokens, (token, rank): [string, number] => [
      typeof token === 'string' ? toByteString(token) : String.fromCharCode(...token),
      rank,
    ]),
  );
}

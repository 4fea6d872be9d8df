import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';

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

/** The rank of each token of o200k_base by its bytes. Neighbours merge into the token with the lowest rank first. */
export const rankByBytes: ReadonlyMap<string, number> = new Map(
  Array.from(ranks as readonly (string | readonly number[])[], (token, rank): [string, number] => [
    typeof token === 'string' ? toByteString(token) : String.fromCharCode(...token),
    rank,
  ]),
);

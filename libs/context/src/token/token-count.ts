import { LRUCache } from 'lru-cache';
import { countMerged } from './byte-pair';
import { pieces } from './pieces';
import { maxTokenBytes, rankByBytes, toByteString } from './ranks';

/** Counts of short pieces. Words repeat often; longer pieces repeat seldom and would only fill the memory. */
const countByPiece = new Map<string, number>();
const remembered = { pieces: 50_000, pieceLength: 48 };

function countPiece(piece: string): number {
  const known = countByPiece.get(piece);
  if (known !== undefined) return known;
  const bytes = toByteString(piece);
  const count = rankByBytes().has(bytes) ? 1 : countMerged(bytes);
  if (piece.length > remembered.pieceLength) return count;
  if (countByPiece.size >= remembered.pieces) countByPiece.clear();
  countByPiece.set(piece, count);
  return count;
}

/**
 * Counts the tokens of a text in o200k_base, up to a limit. Special tokens such as `<|endoftext|>` count as plain text.
 * @returns the exact count when it is at most `limit`, otherwise a number above `limit`
 */
export function countUpTo(text: string, limit: number): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) {
    const atLeast = tokens + piece.length / maxTokenBytes;
    tokens = atLeast > limit ? Math.ceil(atLeast) : tokens + countPiece(piece);
    if (tokens > limit) return tokens;
  }
  return tokens;
}

/**
 * The length at which a text has about `limit` tokens: at the end of a word, or inside a piece without spaces.
 * @returns length in UTF-16 code units, never between the halves of a character
 */
export function lengthOfTokens(text: string, limit: number): number {
  let tokens = 0;
  for (const match of text.matchAll(pieces)) {
    const [piece] = match;
    const left = limit - tokens;
    const count = piece.length > left * maxTokenBytes ? Infinity : countPiece(piece);
    if (count > left) return match.index + (piece.length > remembered.pieceLength ? insidePiece(piece, left) : 0);
    tokens += count;
  }
  return text.length;
}

/** The length of a part of a piece with at most `limit` tokens: halves it until it fits. */
function insidePiece(piece: string, limit: number): number {
  let length = Math.min(piece.length, limit * 8);
  while (length > 0 && countMerged(toByteString(piece.slice(0, length))) > limit) length >>= 1;
  const code = piece.charCodeAt(length - 1);
  return code >= 0xd800 && code <= 0xdbff ? length - 1 : length;
}

/** Counts of questions, which are few and counted at every compile. Texts of documents do not use this cache. */
const countByText = new LRUCache<string, number>({
  max: 2_000,
  maxSize: 4_000_000,
  sizeCalculation: (_, text) => text.length + 1,
});

/** The exact number of tokens of a text in o200k_base. It is cached, so use it for questions only. */
export function countTokens(text: string): number {
  const known = countByText.get(text);
  if (known !== undefined) return known;
  const count = countUpTo(text, Infinity);
  countByText.set(text, count);
  return count;
}

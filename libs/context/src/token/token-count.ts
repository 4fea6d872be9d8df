import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { LRUCache } from 'lru-cache';
import { countMerged } from './byte-pair';
import { maxTokenBytes, rankByBytes, toByteString } from './ranks';

/** Words come again and again; longer pieces are seldom seen twice and would only fill the memory. */
const countByPiece = new Map<string, number>();
const remembered = { pieces: 50_000, pieceLength: 48 };

function countPiece(piece: string): number {
  const known = countByPiece.get(piece);
  if (known !== undefined) return known;
  const bytes = toByteString(piece);
  const count = rankByBytes.has(bytes) ? 1 : countMerged(bytes);
  if (piece.length > remembered.pieceLength) return count;
  if (countByPiece.size >= remembered.pieces) countByPiece.clear();
  countByPiece.set(piece, count);
  return count;
}

/**
 * Tokens of a text in o200k_base, up to a limit. Spellings of special tokens, such as `<|endoftext|>`, count as the plain
 * text they are.
 * @returns the exact count when it is at most `limit`, else some number above `limit`: the rest is not read
 */
export function countUpTo(text: string, limit: number): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
    const atLeast = tokens + piece.length / maxTokenBytes;
    tokens = atLeast > limit ? Math.ceil(atLeast) : tokens + countPiece(piece);
    if (tokens > limit) return tokens;
  }
  return tokens;
}

/**
 * Where a text must end to have about so many tokens: at the end of a whole word, or inside one that has no spaces.
 * @returns length in UTF-16 code units, never between the halves of a character
 */
export function lengthOfTokens(text: string, limit: number): number {
  let tokens = 0;
  for (const match of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
    const [piece] = match;
    const left = limit - tokens;
    const count = piece.length > left * maxTokenBytes ? Infinity : countPiece(piece);
    if (count > left) return match.index + (piece.length > remembered.pieceLength ? insidePiece(piece, left) : 0);
    tokens += count;
  }
  return text.length;
}

/** A part of a piece with at most so many tokens: halved until it fits, since a run has no better place to be cut. */
function insidePiece(piece: string, limit: number): number {
  let length = Math.min(piece.length, limit * 8);
  while (length > 0 && countMerged(toByteString(piece.slice(0, length))) > limit) length >>= 1;
  const code = piece.charCodeAt(length - 1);
  return code >= 0xd800 && code <= 0xdbff ? length - 1 : length;
}

/** Questions are few and counted at every compile; documents' texts never come here. */
const countByText = new LRUCache<string, number>({
  max: 2_000,
  maxSize: 4_000_000,
  sizeCalculation: (_, text) => text.length + 1,
});

/** Tokens of a text in o200k_base, exact; remembered, so meant for question texts. */
export function countTokens(text: string): number {
  const known = countByText.get(text);
  if (known !== undefined) return known;
  const count = countUpTo(text, Infinity);
  countByText.set(text, count);
  return count;
}

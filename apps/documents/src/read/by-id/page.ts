import { Pieces } from '@app/bus';
import type { Body } from '@app/bus';

/** Bytes of documents in one response. The rest comes with the next page or the next request. */
export const maxResponseBytes = 8 * 1024 * 1024;

/** How many of these texts fit into one response. The first always does. */
export function fitting(texts: readonly string[], maxBytes = maxResponseBytes): number {
  let bytes = 0;
  for (let count = 0; count < texts.length; count++) {
    bytes += Buffer.byteLength(texts[count]) + 1;
    if (bytes > maxBytes && count > 0) return count;
  }
  return texts.length;
}

/** Texts up to this size are joined to one piece, in characters. */
const pieceLength = 64 * 1024;

/**
 * A list of documents as JSON, in pieces: joined to one text a large page would be copied as a whole, in one turn.
 * @param texts of the documents
 * @param rest JSON text of an object with the members that follow the list
 */
export function listBody(texts: readonly string[], rest: string): Body {
  const pieces: string[] = [];
  let piece = '{"documents":[';
  texts.forEach((text, index) => {
    piece += index === 0 ? text : `,${text}`;
    if (piece.length < pieceLength) return;
    pieces.push(piece);
    piece = '';
  });
  const last = `${piece}],${rest.slice(1)}`;
  return pieces.length === 0 ? last : new Pieces([...pieces, last]);
}

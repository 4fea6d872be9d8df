import { chunkBytes } from '../../document/chunk-bytes';
import { Found } from './match.store';

/** Documents of one transaction, which are those of one write. */
export const chunkDocuments = 1_000;

/** Ids that one transaction writes, and the last id that the walk has passed after it. */
export interface Chunk {
  ids: string[];
  passed: string;
}

/** Divides what was found, in the order of keys, into chunks of one transaction each. */
export function chunksOf({ documents, last }: Found): Chunk[] {
  const chunks: Chunk[] = [];
  let bytes = Infinity;
  for (const document of documents) {
    const current = chunks[chunks.length - 1];
    bytes += document.bytes;
    if (current && bytes <= chunkBytes && current.ids.length < chunkDocuments) {
      current.ids.push(document.id);
      current.passed = document.id;
      continue;
    }
    bytes = document.bytes;
    chunks.push({ ids: [document.id], passed: document.id });
  }
  // The walk passes documents that did not match with the last chunk, or with an empty chunk.
  if (last === null) return chunks;
  if (chunks.length === 0) return [{ ids: [], passed: last }];
  chunks[chunks.length - 1].passed = last;
  return chunks;
}

import { Found } from './match.store';

/** Documents of one transaction: a write's own limit, and what a process may hold of them in memory. */
export const chunkDocuments = 1_000;
export const chunkBytes = 8 * 1024 * 1024;

/** Ids that are written together, and the last id that has been passed then. */
export interface Chunk {
  ids: string[];
  passed: string;
}

/** What was found, in the order of keys, in chunks that are each locked and committed at once. */
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
  // What was looked at and did not match is passed with the last chunk, or by a chunk of nothing.
  if (last === null) return chunks;
  if (chunks.length === 0) return [{ ids: [], passed: last }];
  chunks[chunks.length - 1].passed = last;
  return chunks;
}

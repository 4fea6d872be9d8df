import { chunkBytes } from '../../document/chunk-bytes';
import { chunkDocuments, chunksOf } from './chunk';

const found = (count: number, bytes = 10) =>
  Array.from({ length: count }, (_, n) => ({ id: `d${String(n).padStart(5, '0')}`, bytes }));

it('fills chunks with as many documents as a write may hold, in key order [DOC-10]', () => {
  const documents = found(2 * chunkDocuments + 1);
  const chunks = chunksOf({ documents, last: null });
  expect(chunks.map(({ ids }) => ids.length)).toEqual([chunkDocuments, chunkDocuments, 1]);
  expect(chunks.flatMap(({ ids }) => ids)).toEqual(documents.map(({ id }) => id));
  expect(chunks.map(({ passed }) => passed)).toEqual(['d00999', 'd01999', 'd02000']);
});

it('puts few large documents into a chunk, and one past the bound into a chunk of its own', () => {
  const sizes = (bytes: number) => chunksOf({ documents: found(5, bytes), last: null }).map(({ ids }) => ids.length);
  expect(sizes(chunkBytes / 2)).toEqual([2, 2, 1]);
  expect(sizes(chunkBytes + 1)).toEqual([1, 1, 1, 1, 1]);
});

it('passes documents that did not match with the chunk before them, or with an empty one', () => {
  expect(chunksOf({ documents: found(2), last: 'z' })).toEqual([{ ids: ['d00000', 'd00001'], passed: 'z' }]);
  expect(chunksOf({ documents: [], last: 'z' })).toEqual([{ ids: [], passed: 'z' }]);
  expect(chunksOf({ documents: [], last: null })).toEqual([]);
});

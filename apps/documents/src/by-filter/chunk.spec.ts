import { chunkBytes, chunkDocuments, chunksOf } from './chunk';

const found = (count: number, bytes = 10) =>
  Array.from({ length: count }, (_, n) => ({ id: `d${String(n).padStart(5, '0')}`, bytes }));

it('puts as many documents together as a write may hold, in the order of keys [DOC-10]', () => {
  const documents = found(2 * chunkDocuments + 1);
  const chunks = chunksOf({ documents, last: null });
  expect(chunks.map(({ ids }) => ids.length)).toEqual([chunkDocuments, chunkDocuments, 1]);
  expect(chunks.flatMap(({ ids }) => ids)).toEqual(documents.map(({ id }) => id));
  expect(chunks.map(({ passed }) => passed)).toEqual(['d00999', 'd01999', 'd02000']);
});

it('holds few large documents at once, and one that is past the measure alone', () => {
  const sizes = (bytes: number) => chunksOf({ documents: found(5, bytes), last: null }).map(({ ids }) => ids.length);
  expect(sizes(chunkBytes / 2)).toEqual([2, 2, 1]);
  expect(sizes(chunkBytes + 1)).toEqual([1, 1, 1, 1, 1]);
});

it('passes what did not match with the chunk before it, or alone', () => {
  expect(chunksOf({ documents: found(2), last: 'z' })).toEqual([{ ids: ['d00000', 'd00001'], passed: 'z' }]);
  expect(chunksOf({ documents: [], last: 'z' })).toEqual([{ ids: [], passed: 'z' }]);
  expect(chunksOf({ documents: [], last: null })).toEqual([]);
});

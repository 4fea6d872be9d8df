import { pathsOf, ticked } from './sample-path';

it('lists the paths of a document with what stands there, arrays as a whole and keys with dots in quotes [CTX-01]', () => {
  const document = {
    attributes: { total: 12, open: null },
    state: { note: 'late', 'a.b': { deep: 'x'.repeat(70) }, lines: [{ sku: 1 }, { sku: 2 }] },
    images: null,
  };
  expect(pathsOf(document)).toEqual([
    { path: 'attributes.total', gist: '12' },
    { path: 'attributes.open', gist: 'null' },
    { path: 'state.note', gist: 'late' },
    { path: 'state."a.b".deep', gist: `${'x'.repeat(60)}…` },
    { path: 'state.lines', gist: '2 items' },
  ]);
});

it('offers a bounded number of paths of a large document', () => {
  const state = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]));
  expect(pathsOf({ state })).toHaveLength(200);
});

it('keeps the order in which paths were ticked', () => {
  expect(ticked(['b'], 'a', true)).toEqual(['b', 'a']);
  expect(ticked(['b', 'a'], 'a', true)).toEqual(['b', 'a']);
  expect(ticked(['b', 'a'], 'b', false)).toEqual(['a']);
});

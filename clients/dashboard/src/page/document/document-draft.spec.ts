import { draftOf, inDraft, writeOf } from './document-draft';

it('writes the whole document under the version that it began from [DOC-14]', () => {
  const draft = draftOf({ attributes: { a: 1 }, state: { b: {} }, images: {} });
  expect(draft).toEqual({ attributes: { a: 1 }, state: { b: {} } });
  expect(writeOf('o/1', draft, 7)).toEqual({
    upsert: [{ id: 'o/1', attributes: { a: 1 }, state: { b: {} }, if_version: 7 }],
  });
  expect(draftOf({ images: { front: 'img_1' } })).toEqual({ attributes: {}, state: {}, images: { front: 'img_1' } });
});

it('keeps the id and the version of the page, whatever is typed', () => {
  const typed = { state: {}, id: 'other', if_version: 9 } as object;
  expect(writeOf('o1', typed, 0).upsert).toEqual([{ state: {}, id: 'o1', if_version: 0 }]);
});

it.each([
  ['/upsert/0/attributes/a', '/attributes/a'],
  ['/upsert/0/images', '/images'],
  ['/upsert/0/id', null],
  ['/upsert/0', null],
  ['/upsert/1/state', null],
  [null, null],
])('a refusal at %s is shown at %s of the text', (path, shown) => expect(inDraft(path)).toBe(shown));

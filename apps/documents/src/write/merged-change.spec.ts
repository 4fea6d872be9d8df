import { Change, ChangedDocument } from './change';
import { mergedChange } from './merged-change';

const judged = (...judge: string[]) => ({ judge, invalidate: [], invalidateOtherVersions: {}, entered: {} });

function changeOf(id: string, others: Partial<Change>, document: Partial<ChangedDocument> = {}): Change {
  return {
    documents: [{ id, kind: 'update', read: 1, content: null, invalidated: null, ...document }],
    changed: 1,
    invalidated: [],
    attributes: { added: [], removed: [] },
    links: { added: [], removed: [] },
    related: [],
    dirty: [],
    growth: { documents: 0, bytes: 0 },
    ...others,
  };
}

it('makes one change of several, which names each document and each set of answers once', () => {
  const row = { document: 1, name: 'n', key: '00' };
  const link = { ...row, created_at: null };
  const related = { judgment: 'x', mine: 'm', key: '30' };
  const merged = mergedChange([
    changeOf('a', { attributes: { added: [{ ...row, replaces: '01' }], removed: [] } }),
    changeOf('b', { invalidated: [judged('x')], growth: { documents: 1, bytes: 10 } }, { invalidated: 0, read: 0 }),
    changeOf(
      'c',
      { invalidated: [judged('x', 'y')], attributes: { added: [], removed: [row] }, related: [related] },
      { invalidated: 0 },
    ),
    changeOf(
      'd',
      {
        invalidated: [judged('x')],
        links: { added: [link], removed: [] },
        related: [related],
        growth: { documents: -1, bytes: -4 },
      },
      { invalidated: 0 },
    ),
  ]);
  expect(merged.documents.map(({ id, read, invalidated }) => [id, read, invalidated])).toEqual([
    ['a', 1, null],
    ['b', 0, 0],
    ['c', 1, 1],
    ['d', 1, 0],
  ]);
  expect(merged).toMatchObject({
    changed: 4,
    invalidated: [judged('x'), judged('x', 'y')],
    attributes: { added: [{ ...row, replaces: '01' }], removed: [{ ...row, document: 3 }] },
    links: { added: [{ ...link, document: 4 }], removed: [] },
    related: [related],
    growth: { documents: 0, bytes: 6 },
  });
});

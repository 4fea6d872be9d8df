import type { DocumentChanged } from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';

let harness: DocumentsHarness;
const org = 'org_digest';
let ns: string;
let turn = 0;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());
beforeEach(async () => {
  ns = `d/${++turn}`;
  // What is in force is in memory from here on.
  await harness.write(org, ns, { upsert: [{ id: 'made', state: {} }] });
});

const state = { note: 'x', list: [1, { b: 2, a: 1 }], 9: 'i', 10: 'j' };
const reordered = { 10: 'j', 9: 'i', list: [1, { a: 1, b: 2 }], note: 'x' };

/** The replies of writes, and the names of the statements that read for them. */
async function reading<T>(write: () => Promise<T>): Promise<{ reply: T; statements: string[] }> {
  const query = jest.spyOn(harness.database, 'query');
  const reply = await write();
  const names = query.mock.calls.map(([statement]) => (typeof statement === 'string' ? '' : statement.name));
  query.mockRestore();
  return { reply, statements: names.filter((name) => name.startsWith('write-read')) };
}

it('an upsert where nothing reads states compares digests, whatever the order of members [DOC-07]', async () => {
  const first = await harness.write(org, ns, { upsert: [{ id: 'a', state }] });
  const same = await reading(() => harness.write(org, ns, { upsert: [{ id: 'a', state: reordered }] }));
  expect(same).toMatchObject({
    reply: { unchanged: 1, documents: first.documents },
    statements: ['write-read-digest'],
  });
  const moved = await harness.write(org, ns, { upsert: [{ id: 'a', state, attributes: { n: 1 } }] });
  expect(moved).toMatchObject({ upserted: 1 });
  const other = await harness.write(org, ns, {
    upsert: [{ id: 'a', state: { ...state, note: 'y' }, attributes: { n: 1 } }],
  });
  expect(other).toMatchObject({ upserted: 1 });
  const [read] = (await harness.read(org, ns, ['a'])).documents;
  expect(read).toMatchObject({ state: { ...state, note: 'y' }, version: other.documents[0].version });
});

it('a batch compares digests, and operations that undo each other change nothing [DOC-07]', async () => {
  const ids = ['a', 'b', 'c', 'd'];
  await harness.write(org, ns, { upsert: ids.map((id) => ({ id, state })) });
  const { reply, statements } = await reading(() =>
    harness.write(org, ns, {
      upsert: [
        { id: 'a', state: reordered },
        { id: 'b', state: { note: 'y' } },
        { id: 'c', state: { note: 'y' } },
        { id: 'c', state: reordered },
      ],
      delete: [{ id: 'd' }],
    }),
  );
  expect(statements).toEqual(['write-read-digest-many']);
  expect(reply).toMatchObject({ upserted: 1, unchanged: 3, deleted: 1 });
});

it('the digest follows patches and appends, which read the state', async () => {
  await harness.write(org, ns, { upsert: [{ id: 'a', state: { list: [1] } }] });
  const patch = await reading(() => harness.write(org, ns, { patch: [{ id: 'a', state: { note: 'x' } }] }));
  expect(patch.statements).toEqual(['write-read']);
  await harness.write(org, ns, { append: [{ id: 'a', path: 'state.list', values: [2] }] });
  const upsert = { upsert: [{ id: 'a', state: { note: 'x', list: [1, 2] } }] };
  expect(await harness.write(org, ns, upsert)).toMatchObject({ unchanged: 1 });
});

it('a state without a digest is read: an earlier build wrote it', async () => {
  await harness.write(org, ns, { upsert: [{ id: 'a', state }] });
  await harness.database.query(`update document set state_digest = null where id = 'a'`);
  expect(await harness.write(org, ns, { upsert: [{ id: 'a', state: reordered }] })).toMatchObject({ unchanged: 1 });
  expect(await harness.write(org, ns, { upsert: [{ id: 'a', state: {} }] })).toMatchObject({ upserted: 1 });
});

it('states are read from the moment that a judgment reads them, also when another process put it in force [FRS-04]', async () => {
  const upsert = (note: string, more = 0) => ({ upsert: [{ id: 'a', state: { note, more } }] });
  await harness.write(org, ns, upsert('n'));
  await harness.putJudgment(org, ns, 'total', { read_paths: ['attributes.total', 'id'] });
  const before = await reading(() => harness.write(org, ns, upsert('n', 1)));
  expect(before.statements).toEqual(['write-read-digest']);
  await harness.putJudgment(org, ns, 'note');
  const first = await reading(() => harness.write(org, ns, upsert('n', 2)));
  expect(first.statements).toEqual(['write-read-digest', 'write-read']);
  const changed = async () => {
    const facts = await harness.published<DocumentChanged>(org, 'documents.document.changed.live.v1');
    return facts.filter(({ namespace }) => namespace === ns).map(({ sets }) => sets);
  };
  expect(await changed()).toEqual([]);
  const second = await reading(() => harness.write(org, ns, upsert('m', 2)));
  expect(second.statements).toEqual(['write-read']);
  expect(await changed()).toEqual([[['jdg_note']]]);
});

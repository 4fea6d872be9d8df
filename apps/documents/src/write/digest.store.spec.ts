import type { DocumentChanged } from '@app/contracts/documents';
import { wholeDigest } from '../document/member-digests';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anEntity, related } from '../testing/related';

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

it('digests of members are read from the moment that a judgment reads the state, also when another process put it in force [FRS-04]', async () => {
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
  const second = await reading(() => harness.write(org, ns, upsert('n', 3)));
  expect(second).toMatchObject({ reply: { upserted: 1 }, statements: ['write-read-members'] });
  expect(await changed()).toEqual([]);
  await harness.write(org, ns, upsert('m', 3));
  expect(await changed()).toEqual([[['jdg_note']]]);
  await harness.putJudgment(org, ns, 'within', { read_paths: ['state.note.text'] });
  await harness.write(org, ns, upsert('m', 4));
  const text = await reading(() => harness.write(org, ns, upsert('m', 5)));
  expect(text.statements).toEqual(['write-read']);
});

/** What a row of the document has, whichever build wrote it. */
async function digestOf(id: string): Promise<string | null> {
  const { rows } = await harness.database.query<{ digest: string | null }>(
    `select encode(d.state_digest, 'hex') as digest from document d
       join namespace n on n.id = d.namespace_id where n.name = $1 and d.id = $2`,
    [ns, id],
  );
  return rows[0].digest;
}

/** Leaves of rows the digest of the whole state, as the build before stores it, or none, as one before that. */
async function storeAs(form: 'whole' | 'none', states: Record<string, object>): Promise<void> {
  for (const [id, own] of Object.entries(states)) {
    const digest = form === 'whole' ? wholeDigest(JSON.parse(JSON.stringify(own))) : null;
    const text = `update document d set state_digest = decode($1, 'hex') from namespace n
      where n.id = d.namespace_id and n.name = $2 and d.id = $3`;
    await harness.database.query(text, [digest, ns, id]);
  }
}

it.each(['whole', 'none'] as const)(
  'rows of builds before, with a digest that is %s, invalidate what those of this one do, and one row takes turns [DOC-07] [FRS-04]',
  async (form) => {
    await harness.putJudgment(org, ns, 'note', related(anEntity()));
    const attributes = { account: 'p' };
    const of = (name: string, own: object) => ({ id: name, attributes, state: own });
    const before = { note: 'n', text: 't', list: [1e21, -0, { b: 1, a: 2 }], 'b.c': 1 };
    const sent = {
      same: { 'b.c': 1, list: [1e21, 0, { a: 2, b: 1 }], text: 't', note: 'n' },
      unread: { ...before, list: [] },
      noted: { ...before, note: 'm' },
      renamed: { note: 'n', list: before.list, 'b.c': 1, text2: 't' },
      emptied: {},
    };
    const ids = Object.keys(sent);
    const facts = async (): Promise<(string | number)[][]> => {
      const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.live.v1');
      return all
        .filter(({ namespace }) => namespace === ns)
        .flatMap((fact) => fact.documents.map(({ id, set }) => [id, set]));
    };
    const related_ = async (): Promise<number> => {
      const { rows } = await harness.database.query<{ count: string }>(
        'select count(*) from related_change r join namespace n on n.id = r.namespace_id where n.name = $1',
        [ns],
      );
      return Number(rows[0].count);
    };
    /** Stores the states anew, writes the others, and tells what followed. */
    const outcome = async (older: boolean) => {
      await harness.write(org, ns, { upsert: ids.map((id) => of(id, before)) });
      if (older) await storeAs(form, Object.fromEntries(ids.map((id) => [id, before])));
      const [factsBefore, relatedBefore] = [(await facts()).length, await related_()];
      const { reply, statements } = await reading(() =>
        harness.write(org, ns, { upsert: Object.entries(sent).map(([id, own]) => of(id, own)) }),
      );
      expect(statements).toEqual(['write-read-members-many']);
      const { upserted, unchanged } = reply;
      return {
        upserted,
        unchanged,
        facts: (await facts()).slice(factsBefore),
        related: (await related_()) - relatedBefore,
      };
    };
    const own = await outcome(false);
    expect(own).toMatchObject({
      upserted: 4,
      unchanged: 1,
      facts: [
        ['noted', 0],
        ['emptied', 0],
      ],
      related: 1,
    });
    expect(await outcome(true)).toEqual(own);
    // The row has the digests of this build again, which the one before takes for another state.
    expect(await digestOf('noted')).toMatch(/^01([0-9a-f]{36}){4}$/);
    expect(await digestOf('noted')).not.toBe(wholeDigest(sent.noted));
    expect(await outcome(false)).toEqual(own);
  },
);

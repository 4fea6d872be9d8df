import type { DocumentChanged, RelationEdge } from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, aPointer, anEntity, related } from '../../testing/related';

const org = 'org_counted';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterAll(() => harness.close());

const answers = [{ judgment: 'late', bands: [0.5] }];
const self: RelationEdge = {
  relation: 'me',
  theirs: 'id',
  mine: 'id',
  paths: [],
  presence: false,
  where: null,
  answers,
};
const upstream = {
  applies_to: { 'attributes.status': { in: ['new', 'open'] } },
  read_paths: ['state.note', 'attributes.status'],
};
const ticket = (id: string, status: string, account = 'a1') => ({
  id,
  attributes: { account, email: 'x@y', status },
  state: { note: id },
});
const write = (ns: string, ...upsert: object[]) => harness.write(org, ns, { upsert } as never);

/** The changes in the inbox of a namespace, which is emptied. */
async function inbox(ns: string): Promise<string[]> {
  const { rows } = await harness.database.query<{ judgment_id: string; mine: string; key: string }>(
    `delete from related_change where namespace_id = (select id from namespace where name = $1)
     returning judgment_id, mine, convert_from(substr(key, 2), 'UTF8') as key`,
    [ns],
  );
  return rows.map(({ judgment_id: id, mine, key }) => `${id} ${mine}=${key}`).sort();
}
/** The judgments that the facts of a namespace's writes name, by document, since the last look. */
async function told(ns: string, from: number): Promise<string[][]> {
  const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.live.v1');
  const own = all.filter(({ namespace, cause }) => namespace === ns && cause === 'write').slice(from);
  return own.flatMap(({ sets, documents }) => documents.map(({ set }) => sets[set]));
}

it('follows an answer that a write makes count, or count no longer, and no other write [REL-F6]', async () => {
  const ns = 'counted/flip';
  await harness.putJudgment(org, ns, 'late', upstream);
  await harness.putJudgment(org, ns, 'mood', related(anEntity({ answers, paths: ['attributes.account'] })));
  await harness.putJudgment(org, ns, 'pointing', related(aPointer({ answers, paths: [] })));
  await harness.putJudgment(org, ns, 'twins', related(aBlock({ answers, paths: ['attributes.email'] })));
  await write(ns, ticket('t1', 'new'), ticket('t2', 'new'));
  await inbox(ns);
  await write(ns, ticket('t1', 'open'));
  expect(await inbox(ns)).toEqual([]);
  const all = ['jdg_mood =a1', 'jdg_pointing customer=t1', 'jdg_twins email=x@y'];
  await write(ns, ticket('t1', 'closed'));
  expect(await inbox(ns)).toEqual(all);
  await harness.write(org, ns, { patch: [{ id: 't1', state: { note: 'still closed' } }] });
  expect(await inbox(ns)).toEqual([]);
  const patch = { attributes: { status: 'open' } };
  await harness.writeByFilter(org, ns, { type: 'patch_by_filter', filter: { id: 't1' }, patch });
  expect(await inbox(ns)).toEqual(all);
});

it('leaves alone what nobody reads, and whom no document that passes their filter concerns [REL-F6]', async () => {
  const ns = 'counted/alone';
  await harness.putJudgment(org, ns, 'late', upstream);
  await harness.putJudgment(org, ns, 'mood', related(anEntity({ paths: ['attributes.account'] })));
  const where = { 'answers.late.p': { gte: 0.5 }, 'attributes.account': 'a2' };
  await harness.putJudgment(org, ns, 'some', related(anEntity({ where, paths: ['attributes.account'] })));
  await write(ns, ticket('t1', 'new'), ticket('t2', 'new', 'a2'));
  await inbox(ns);
  await write(ns, ticket('t1', 'closed'), ticket('t2', 'closed', 'a2'));
  expect(await inbox(ns)).toEqual(['jdg_some =a2']);
});

it('invalidates answers about the same document with the write, after those that they read [REL-F6]', async () => {
  const ns = 'counted/self';
  await harness.putJudgment(org, ns, 'late', upstream);
  const of = { ...related(self), read_paths: ['state.mood'], applies_to: { 'attributes.account': { exists: true } } };
  await harness.putJudgment(org, ns, 'me', of);
  await harness.putJudgment(org, ns, 'lazy', { ...of, policy: 'on_read' });
  await harness.putJudgment(org, ns, 'other', { ...of, applies_to: { 'attributes.account': 'none' } });
  await write(ns, ticket('t1', 'new'));
  await write(ns, ticket('t1', 'open'));
  expect(await told(ns, 1)).toEqual([['jdg_late']]);
  await write(ns, ticket('t1', 'closed'));
  expect(await told(ns, 2)).toEqual([['jdg_me']]);
  await write(ns, ticket('t1', 'open'));
  expect(await told(ns, 3)).toEqual([['jdg_late', 'jdg_me']]);
  expect(await inbox(ns)).toEqual([]);
  const wanted = `select judgment_id from answer where document_id = 't1' and cause = 'document' and wanted > seen
    and namespace_id = (select id from namespace where name = $1) order by 1`;
  const { rows } = await harness.database.query<{ judgment_id: string }>(wanted, [ns]);
  expect(rows.map(({ judgment_id: id }) => id)).toEqual(['jdg_late', 'jdg_me']);
});

it('costs a batch that closes many tickets no statement, and one change for each account that reads them [REL-F6]', async () => {
  const ns = 'counted/batch';
  await harness.putJudgment(org, ns, 'late', upstream);
  const tickets = (status: string) => Array.from({ length: 100 }, (_, n) => ticket(`t${n}`, status, `a${n % 4}`));
  await write(ns, ...tickets('new'));
  const statements = async (status: string): Promise<number> => {
    const spied = jest.spyOn(harness.database, 'query');
    try {
      await write(ns, ...tickets(status));
      return spied.mock.calls.length;
    } finally {
      spied.mockRestore();
    }
  };
  const unread = await statements('closed');
  await harness.putJudgment(org, ns, 'mood', related(anEntity({ answers, paths: ['attributes.account'] })));
  await write(ns, ...tickets('new'));
  await inbox(ns);
  expect([await statements('closed'), unread]).toEqual([unread, expect.any(Number)]);
  expect(unread).toBeGreaterThan(0);
  expect(await inbox(ns)).toEqual(['jdg_mood =a0', 'jdg_mood =a1', 'jdg_mood =a2', 'jdg_mood =a3']);
});

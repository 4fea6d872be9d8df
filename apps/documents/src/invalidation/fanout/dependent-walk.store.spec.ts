import type { DocumentChanged, RelationEdge } from '@app/contracts/documents';
import { armKillPoints } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';

const org = 'org_readers';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

const self: RelationEdge = {
  relation: 'me',
  theirs: 'id',
  mine: 'id',
  paths: [],
  presence: false,
  where: null,
  answers: [{ judgment: 'late', bands: [0.5] }],
};
const reader = { ...related(self), reads: ['late'] };
let record = 0;
const past = '2026-03-04T09:30:00.000Z';
const later = () => new Date().toISOString();
/** Records an answer of `mood` that read everything up to its watermark. */
const judge = (ns: string, id: string, watermark: string, seen = 1e9) =>
  harness.applyAnswers(org, ns, [
    anAnswer(id, 'mood', { record: ++record, answer_id: `ans_${record}`, document_version: 1e9, seen, watermark }),
  ]);
async function status(ns: string, id: string): Promise<string> {
  const { status: read, stale_reason } = (await harness.read(org, ns, [id])).documents[0].answers!['mood'];
  return stale_reason ?? read;
}
async function stale(ns: string): Promise<string[]> {
  const filter = { 'answers.mood.status': 'stale' };
  return (await harness.query(org, ns, { filter, include: [] })).documents.map(({ id }) => id).sort();
}
async function facts(ns: string): Promise<DocumentChanged[]> {
  const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.bulk.v1');
  return all.filter(({ namespace }) => namespace === ns);
}
async function walk(): Promise<void> {
  while (await harness.readers.turn());
}
const walks = async () => (await harness.database.query('select from reader_walk')).rowCount;

it('has the answers of readers judged again where a narrower judgment hides what they read [REL-06] [TPL-02]', async () => {
  const [inside, outside] = ['readers/prod/t', 'readers/test'];
  let first = 0;
  await harness.putJudgment(org, 'readers/*', 'late');
  await harness.putJudgment(org, 'readers/*', 'mood', reader);
  await walk();
  for (const ns of [inside, outside]) {
    const { documents } = await harness.write(org, ns, { upsert: [{ id: 'd1' }, { id: 'd2' }, { id: 'never' }] });
    if (ns === inside) first = documents[2].version;
    for (const id of ['d1', 'd2']) await judge(ns, id, past);
    expect(await stale(ns)).toEqual([]);
  }
  await harness.putJudgment(org, 'readers/prod/*', 'late', { judgment_id: 'jdg_narrow' });
  // From the reply on, before any walk has begun, and also of an answer whose judging had begun before.
  expect([await status(inside, 'd1'), await status(outside, 'd1')]).toEqual(['related_changed', 'fresh']);
  expect([await stale(inside), await stale(outside)]).toEqual([['d1', 'd2'], []]);
  await judge(inside, 'd1', past);
  expect(await status(inside, 'd1')).toBe('related_changed');
  await judge(inside, 'd2', later());
  expect(await status(inside, 'd2')).toBe('fresh');

  await walk();
  expect(await walks()).toBe(0);
  expect([await status(inside, 'd1'), await status(inside, 'd2')]).toEqual(['related_changed', 'fresh']);
  // A first judging that is under way may have read the other one, too.
  const told = [{ sets: [['jdg_mood']], documents: [{ id: 'd1' }, { id: 'never' }], cause: 'fanout' }];
  expect(await facts(inside)).toMatchObject(told);
  await judge(inside, 'never', past, first);
  expect(await status(inside, 'never')).toBe('document_changed');
  await judge(inside, 'never', later());
  expect(await facts(outside)).toEqual([]);
  await judge(inside, 'd1', later());
  expect([await stale(inside), await stale(outside)]).toEqual([[], []]);

  // The broader judgment takes over again.
  await harness.putJudgment(org, 'readers/prod/*', 'late', { judgment_id: 'jdg_narrow', archived: true });
  expect(await status(inside, 'd1')).toBe('related_changed');
});

it('leaves the answers alone when a namespace detaches its copy of what they read [TPL-12]', async () => {
  const ns = 'copies/t';
  await harness.putJudgment(org, 'copies/*', 'late');
  await harness.putJudgment(org, 'copies/*', 'mood', reader);
  await walk();
  await harness.write(org, ns, { upsert: [{ id: 'd1' }] });
  await judge(ns, 'd1', past);
  for (const archived of [false, true]) {
    await harness.putJudgment(org, ns, 'late', { copied: { stored: 1, shown: 1 }, archived });
    expect([await status(ns, 'd1'), await walks()]).toEqual(['fresh', 0]);
  }
});

it('has the answers of readers judged again when the answers that they read count for other documents [REL-F6]', async () => {
  const ns = 'counting/t';
  await harness.putJudgment(org, 'counting/*', 'late');
  await harness.putJudgment(org, 'counting/*', 'mood', reader);
  await walk();
  await harness.write(org, ns, { upsert: [{ id: 'd1' }] });
  await judge(ns, 'd1', past);
  const put = async (others: object): Promise<unknown[]> => {
    await harness.putJudgment(org, 'counting/*', 'late', others);
    return [await status(ns, 'd1'), await walks()];
  };
  expect(await put({ thresholds: { alarm: 0.9 }, active_version: 2 })).toEqual(['fresh', 0]);
  const applies_to = { 'attributes.open': true };
  expect(await put({ applies_to })).toEqual(['related_changed', 1]);
  await walk();
  await judge(ns, 'd1', later());
  expect(await put({ applies_to, thresholds: {} })).toEqual(['fresh', 0]);
  // A detached copy that applies to other documents than its template, which is read again when the copy goes.
  const detached = { copied: { stored: 1, shown: 1 } };
  await harness.putJudgment(org, ns, 'late', { ...detached, applies_to });
  expect([await status(ns, 'd1'), await walks()]).toEqual(['fresh', 0]);
  for (const others of [{}, { archived: true }]) {
    await harness.putJudgment(org, ns, 'late', { ...detached, ...others });
    expect([await status(ns, 'd1'), await walks()]).toEqual(['related_changed', 1]);
    await walk();
    await judge(ns, 'd1', later());
    expect(await status(ns, 'd1')).toBe('fresh');
  }
});

it('walks all documents of all namespaces, a chunk a transaction, and waits as long as a fan-out [REL-13]', async () => {
  const ns = 'many/t';
  await harness.putJudgment(org, 'many/*', 'late');
  await harness.putJudgment(org, 'many/*', 'mood', { ...reader, fanout: { debounce_ms: 60_000 } });
  await harness.database.query('delete from reader_walk');
  const ids = Array.from({ length: 300 }, (_, n) => `d${n}`);
  for (const name of [ns, 'many/u']) await harness.write(org, name, { upsert: ids.map((id) => ({ id })) });
  for (const id of ids) await judge(ns, id, past);
  await judge('many/u', 'd0', past);
  await harness.putJudgment(org, 'many/*', 'late', { archived: true });
  expect([await harness.readers.turn(), await walks()]).toEqual([false, 1]);
  expect((await harness.query(org, ns, { filter: { 'answers.mood.status': 'stale' }, count: true })).count).toBe(300);
  await harness.database.query(`update reader_walk set due_at = app.now()`);
  expect(await harness.readers.turn()).toBe(true);
  expect((await facts(ns)).map(({ documents }) => documents.length)).toEqual([250]);
  await walk();
  expect((await facts(ns)).map(({ documents }) => documents.length)).toEqual([250, 50]);
  // Most are judged for the first time.
  expect((await facts('many/u')).map(({ documents }) => documents.length)).toEqual([250, 50]);
  expect(await walks()).toBe(0);
  expect(await status('many/u', 'd0')).toBe('related_changed');
}, 60_000);

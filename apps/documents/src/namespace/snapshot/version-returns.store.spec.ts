import type { AnswerView, DocumentChanged } from '@app/contracts/documents';
import type { RecordedAnswer } from '@app/contracts/judgments';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anEntity, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';

const org = 'org_returns';
const ns = 'returns/one';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

async function answer(): Promise<AnswerView> {
  return (await harness.read(org, ns, ['a1'])).documents[0].answers!['mood'];
}
async function status(): Promise<string> {
  const { status: read, stale_reason } = await answer();
  return stale_reason ?? read;
}
/** Documents whose answer a query calls stale. */
async function stale(): Promise<number | null | undefined> {
  const filter = { 'answers.mood.stale_reason': 'related_changed' };
  return (await harness.query(org, ns, { filter, count: true, limit: 1, include: [] })).count;
}
async function now(): Promise<string> {
  const { rows } = await harness.database.query<{ now: Date }>(`select app.now() + interval '2 ms' as now`);
  return rows[0].now.toISOString();
}
const child = (text: string) => ({ id: 'm1', attributes: { account: 'a1' }, state: { text } });

it('calls answers stale that may have missed related changes while their version was not active (race 24) [REL-03]', async () => {
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  const { documents } = await harness.write(org, ns, { upsert: [{ id: 'a1', state: { note: 'n' } }] });
  const { version } = documents[0];
  const tell = (record: number, more: Partial<RecordedAnswer>) =>
    harness.applyAnswers(org, ns, [
      anAnswer('a1', 'mood', { record, document_version: version, seen: version, ...more }),
    ]);
  const before = await now();
  await tell(1, { watermark: before });
  expect(await status()).toBe('fresh');

  await harness.putJudgment(org, ns, 'mood', { active_version: 2, edges: [] });
  expect(await status()).toBe('version_changed');
  // Nobody follows the child now.
  await harness.write(org, ns, { upsert: [child('unseen')] });
  await harness.putJudgment(org, ns, 'mood', { ...related(anEntity()), active_version: 1 });
  expect(await status()).toBe('related_changed');
  expect(await stale()).toBe(1);
  expect((await answer()).due_at).toBeNull();

  // An ask that read before the activation ends after it, under a later record number.
  await tell(2, { answer_id: 'ans_2', watermark: before });
  expect(await status()).toBe('related_changed');
  expect(await stale()).toBe(1);

  await tell(3, { same: true, answer_id: 'ans_2', watermark: await now() });
  expect(await status()).toBe('fresh');
  expect(await stale()).toBe(0);
  // Another change of the judgment keeps the moment, and makes nothing stale.
  await harness.putJudgment(org, ns, 'mood', { ...related(anEntity()), active_version: 1, debounce_ms: 5 });
  expect(await status()).toBe('fresh');
});

it('leaves a version alone that has been active all the time', async () => {
  await harness.putJudgment(org, 'returns/two', 'mood', related(anEntity()));
  const { judgments } = await harness.snapshots.readCurrent(
    { organization: org, namespace: 'returns/two' },
    harness.database,
  );
  expect(judgments[0].freshFrom).toBeNull();
});

it('calls them stale in a copy, too, that a namespace detaches before they were compared [REL-03] [TPL-12]', async () => {
  const [ns, template] = ['detached/one', 'detached/*'];
  await harness.putJudgment(org, template, 'mood', related(anEntity()));
  const { documents } = await harness.write(org, ns, { upsert: [{ id: 'a1', state: { note: 'n' } }] });
  const { version } = documents[0];
  await harness.applyAnswers(org, ns, [
    anAnswer('a1', 'mood', { document_version: version, seen: version, watermark: await now() }),
  ]);
  await harness.putJudgment(org, template, 'mood', { active_version: 2, edges: [] });
  await harness.write(org, ns, { upsert: [child('unseen')] });
  await harness.putJudgment(org, template, 'mood', related(anEntity()));
  const reads = async () => (await harness.read(org, ns, ['a1'])).documents[0].answers!['mood'];
  expect(await reads()).toMatchObject({ stale_reason: 'related_changed' });
  await harness.putJudgment(org, ns, 'mood', { ...related(anEntity()), copied: { stored: 1, shown: 1 } });
  expect(await reads()).toMatchObject({ stale_reason: 'related_changed' });
});

it("calls them stale when the copy of a namespace goes that had another version in force, and walks none of the copy's own version [REL-03] [TPL-12]", async () => {
  const [ns, template] = ['gone/one', 'gone/*'];
  const followed = { ...related(anEntity()), policy: 'on_change' as const };
  await harness.putJudgment(org, template, 'mood', followed);
  const ids = ['a1', 'a2'];
  const { documents } = await harness.write(org, ns, { upsert: ids.map((id) => ({ id, state: { note: 'n' } })) });
  const judged = async (id: string, record: number, more: Partial<RecordedAnswer>) => {
    const { version: seen } = documents.find((one) => one.id === id)!;
    await harness.applyAnswers(org, ns, [anAnswer(id, 'mood', { record, document_version: seen, seen, ...more })]);
  };
  for (const id of ids) await judged(id, 1, { watermark: await now() });
  const copied = { stored: 1, shown: 1 };
  await harness.putJudgment(org, ns, 'mood', { ...followed, copied });
  await harness.putJudgment(org, ns, 'mood', { copied, active_version: 1_000_002, edges: [] });
  await judged('a2', 2, { version: 1_000_002, answer_id: 'ans_copy' });
  await harness.write(org, ns, { upsert: [child('unseen')] });
  const gone = { copied, active_version: 1_000_002, edges: [], archived: true };
  await harness.putJudgment(org, ns, 'mood', gone);
  const reasons = async () =>
    (await harness.read(org, ns, ids)).documents.map(({ answers }) => answers!['mood'].stale_reason);
  expect(await reasons()).toEqual(['related_changed', 'version_changed']);
  const told = await harness.published<DocumentChanged>(org, 'documents.document.changed.bulk%');
  while (await harness.readers.turn());
  const facts = (await harness.published<DocumentChanged>(org, 'documents.document.changed.bulk%')).slice(told.length);
  // The child is judged for the first time, perhaps with what was read before.
  expect(facts.flatMap((fact) => fact.documents.map(({ id }) => id))).toEqual(['a1', 'm1']);
  expect(await reasons()).toEqual(['related_changed', 'version_changed']);
});

it('leaves answers alone when a copy goes that had the version of its template [TPL-12]', async () => {
  const [ns, template] = ['same/one', 'same/*'];
  await harness.putJudgment(org, template, 'mood', related(anEntity()));
  const { documents } = await harness.write(org, ns, { upsert: [{ id: 'a1', state: { note: 'n' } }] });
  const { version: seen } = documents[0];
  await harness.applyAnswers(org, ns, [
    anAnswer('a1', 'mood', { document_version: seen, seen, watermark: await now() }),
  ]);
  const copy = { ...related(anEntity()), copied: { stored: 1, shown: 1 } };
  for (const archived of [false, true]) await harness.putJudgment(org, ns, 'mood', { ...copy, archived });
  expect((await harness.read(org, ns, ['a1'])).documents[0].answers!['mood'].status).toBe('fresh');
});

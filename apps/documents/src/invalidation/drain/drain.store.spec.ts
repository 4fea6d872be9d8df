import type { AnswerView, DocumentChanged } from '@app/contracts/documents';
import { armKillPoints } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aPointer, anEntity, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';

const org = 'org_drain';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

async function answer(ns: string, id: string, name = 'mood'): Promise<AnswerView> {
  return (await harness.read(org, ns, [id])).documents[0].answers![name];
}
async function status(ns: string, id: string, name = 'mood'): Promise<string> {
  const { status: read, stale_reason } = await answer(ns, id, name);
  return stale_reason ?? read;
}
const inbox = async () => (await harness.database.query('select from related_change')).rowCount;
async function idOf(ns: string): Promise<string> {
  return (await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns])).rows[0].id;
}
async function facts(ns: string): Promise<DocumentChanged[]> {
  const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.live.v1');
  return all.filter(({ namespace, cause }) => namespace === ns && cause === 'related');
}
/** Documents with fresh answers. */
async function judged(ns: string, ids: string[], name = 'mood'): Promise<void> {
  const { documents } = await harness.write(org, ns, { upsert: ids.map((id) => ({ id, state: { note: id } })) });
  await harness.applyAnswers(
    ...([org, ns] as const),
    documents.map(({ id, version }) => anAnswer(id, name, { document_version: version, seen: version })),
  );
}
/** Upserts documents. @returns the last one */
async function changed(ns: string, upsert: ReturnType<typeof child>[]) {
  await harness.write(org, ns, { upsert });
  return (await harness.read(org, ns, [upsert[upsert.length - 1].id])).documents[0];
}
const child = (id: string, account: string, text = 't') => ({ id, attributes: { account }, state: { text } });

it('makes an entity stale with the commit of its child, and has it judged once for all changes of a batch [JDG-22]', async () => {
  const ns = 'drain/entity';
  await harness.putJudgment(org, ns, 'mood', { ...related(anEntity()), applies_to: { id: { in: ['a1', 'a2'] } } });
  await judged(ns, ['a1', 'a2', 'a3']);
  expect(await status(ns, 'a1')).toBe('fresh');
  await harness.write(org, ns, {
    upsert: [child('m1', 'a1'), child('m2', 'a1'), child('m3', 'a3'), child('m4', 'no')],
  });
  expect(await status(ns, 'a1')).toBe('related_changed');
  expect(await status(ns, 'a2')).toBe('fresh');
  const stale = { filter: { 'answers.mood.status': 'stale' }, count: true, limit: 5, include: [] };
  expect(await harness.query(org, ns, stale)).toMatchObject({ count: 1, documents: [{ id: 'a1' }] });

  await harness.drainRelated();
  expect(await inbox()).toBe(0);
  expect(await status(ns, 'a1')).toBe('related_changed');
  expect((await answer(ns, 'a1')).due_at).not.toBeNull();
  const [fact, ...others] = await facts(ns);
  expect(others).toEqual([]);
  expect(fact).toMatchObject({ sets: [['jdg_mood']], documents: [{ id: 'a1', set: 0 }], cause: 'related' });
  // Judged with what was read before the touch it stays stale; afterwards it is fresh.
  await harness.applyAnswers(org, ns, [anAnswer('a1', 'mood', { record: 2, seen: 1 })]);
  expect(await status(ns, 'a1')).toBe('related_changed');
  await harness.applyAnswers(org, ns, [anAnswer('a1', 'mood', { record: 3, seen: fact.documents[0].version })]);
  expect(await status(ns, 'a1')).toBe('fresh');
});

it('says which related document made an answer stale, from the commit on and after its change is moved on [REL-F10]', async () => {
  const ns = 'drain/by';
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  await harness.putJudgment(org, ns, 'lazy', { ...related(anEntity()), policy: 'manual' });
  await judged(ns, ['a1', 'a2']);
  await harness.applyAnswers(org, ns, [anAnswer('a1', 'lazy', { document_version: 1e9, seen: 1e9 })]);
  expect(await answer(ns, 'a1')).not.toHaveProperty('stale_by');
  const by = async (name = 'mood') => (await answer(ns, 'a1', name)).stale_by;
  const isOf = (document: string) => ({ relation: 'messages', document, changed_at: expect.any(String) as string });

  const { updated_at: changedAt } = await changed(ns, [child('m"1', 'a1')]);
  expect(await by()).toEqual({ relation: 'messages', document: 'm"1', changed_at: changedAt });
  await harness.drainRelated();
  for (const name of ['mood', 'lazy']) {
    expect(await by(name)).toEqual({ relation: 'messages', document: 'm"1', changed_at: changedAt });
  }
  // Of several the last one is named, whether its change is moved on already or not.
  await changed(ns, [child('m2', 'a1'), child('m3', 'a1'), child('m4', 'a2')]);
  expect(await by()).toEqual(isOf('m3'));
  await harness.drainRelated();
  expect([await by(), await by('lazy')]).toEqual([isOf('m3'), isOf('m3')]);

  // A change of the document itself comes first, and an answer that was judged is stale by nothing of before.
  await harness.write(org, ns, { patch: [{ id: 'a1', state: { note: 'own' } }] });
  expect([await status(ns, 'a1'), await answer(ns, 'a1')]).toEqual([
    'document_changed',
    expect.not.objectContaining({ stale_by: expect.anything() as unknown }),
  ]);
  await harness.applyAnswers(org, ns, [anAnswer('a1', 'mood', { record: 9, document_version: 1e9, seen: 1e9 })]);
  expect(await answer(ns, 'a1')).not.toHaveProperty('stale_by');
  // The row keeps nothing of it, so that later writes of the answer are as small as before.
  const kept = await harness.database.query(
    `select from answer where namespace_id = $1 and document_id = 'a1' and judgment_id = 'jdg_mood' and stale_by is not null`,
    [await idOf(ns)],
  );
  expect(kept.rowCount).toBe(0);
});

it('says null where one change concerns the answers of many documents [REL-F10]', async () => {
  const ns = 'drain/many';
  await harness.putJudgment(org, ns, 'mood', related(aPointer(), anEntity()));
  await judged(ns, ['a1']);
  await harness.write(org, ns, { patch: [{ id: 'a1', attributes: { customer: 'c1' } }], upsert: [child('m1', 'a1')] });
  await harness.drainRelated();
  await harness.applyAnswers(org, ns, [anAnswer('a1', 'mood', { record: 5, document_version: 1e9, seen: 1e9 })]);
  await harness.write(org, ns, { upsert: [{ id: 'c1', state: { tier: 1 } }] });
  const isOpen = await answer(ns, 'a1');
  await harness.drainRelated();
  while (await harness.fanouts.turn());
  for (const view of [isOpen, await answer(ns, 'a1')]) {
    expect(view).toMatchObject({ stale_reason: 'related_changed', stale_by: null });
  }
});

it('wants the answer of an entity that was never judged, and tells nobody of one that is judged on read', async () => {
  const ns = 'drain/first';
  await harness.write(org, ns, { upsert: [{ id: 'a1' }] });
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  await harness.putJudgment(org, ns, 'lazy', { ...related(anEntity()), policy: 'on_read' });
  expect(await status(ns, 'a1')).toBe('unavailable');
  await harness.write(org, ns, { upsert: [child('m1', 'a1')] });
  await harness.drainRelated();
  expect(await status(ns, 'a1')).toBe('pending');
  expect((await facts(ns)).map(({ sets }) => sets)).toEqual([[['jdg_mood']]]);
  expect(await answer(ns, 'a1', 'lazy')).toMatchObject({ status: 'unavailable', unavailable_reason: 'never_judged' });
});

it('keeps the wait for a change of the document itself as its reason', async () => {
  const ns = 'drain/both';
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  await judged(ns, ['a1']);
  await harness.write(org, ns, { patch: [{ id: 'a1', state: { note: 'own' } }], upsert: [child('m1', 'a1')] });
  await harness.drainRelated();
  expect(await status(ns, 'a1')).toBe('document_changed');
});

it('leaves every change where it was when it dies before its commit, and moves it on once afterwards', async () => {
  const ns = 'drain/killed';
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  await judged(ns, ['a1']);
  await harness.write(org, ns, { upsert: [child('m1', 'a1')] });
  armKillPoints((name) => {
    if (name === 'documents.related.before-commit') throw new Error('killed');
  });
  await expect(harness.drainRelated()).rejects.toThrow('killed');
  expect([await inbox(), await status(ns, 'a1'), await facts(ns)]).toEqual([1, 'related_changed', []]);
  // The turn after a failure begins with the namespaces behind, and then all over.
  await harness.drainRelated();
  armKillPoints((name) => {
    if (name === 'documents.related.after-commit') throw new Error('killed');
  });
  await expect(harness.drainRelated()).rejects.toThrow('killed');
  armKillPoints(() => undefined);
  await harness.drainRelated();
  expect([await inbox(), await status(ns, 'a1'), (await facts(ns)).length]).toEqual([0, 'related_changed', 1]);
});

it('touches the new life of a document that was deleted and made again while its change waited', async () => {
  const ns = 'drain/again';
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  await judged(ns, ['a1']);
  await harness.write(org, ns, { upsert: [child('m1', 'a1')] });
  await harness.write(org, ns, { delete: [{ id: 'a1' }] });
  await harness.write(org, ns, { upsert: [{ id: 'a1', state: { note: 'again' } }] });
  await harness.drainRelated();
  expect(await status(ns, 'a1')).toBe('pending');
  await harness.write(org, ns, { delete: [{ id: 'a1' }, { id: 'm1' }] });
  await harness.drainRelated();
  expect(await inbox()).toBe(0);
});

it('merges the changes of a key into the walk that has not begun, and draws rounds in the order of commits', async () => {
  const ns = 'drain/rounds';
  const fanout = { debounce_ms: 60_000, max_wait_ms: 90_000 };
  await harness.putJudgment(org, ns, 'mood', { ...related(aPointer()), fanout });
  await judged(ns, ['o1']);
  const tier = (customer: string, value: number) =>
    harness.write(org, ns, { upsert: [{ id: customer, state: { tier: value } }] });
  const walks = async () => {
    const { rows } = await harness.database.query<{ key: string; round: string; wait: number }>(
      `select convert_from(substr(key, 2), 'UTF8') as key, round, extract(epoch from due_at - first_change_at)::float8 as wait
       from fanout_walk where namespace_id = $1 order by round`,
      [await idOf(ns)],
    );
    return rows;
  };
  await tier('c1', 1);
  await tier('c2', 1);
  await harness.drainRelated();
  const before = await walks();
  expect(before.map(({ key }) => key)).toEqual(['c1', 'c2']);
  // Another process holds the namespace: a drain beside it draws nothing.
  await tier('c1', 2);
  const namespaceId = await idOf(ns);
  await harness.database.transaction('spec', async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('related_change ' || $1, 0))`, [namespaceId]);
    expect(await harness.another().drains.drain(namespaceId)).toBe(false);
    expect(await inbox()).toBe(1);
  });
  await harness.drainRelated();
  const after = await walks();
  expect(after.map(({ key }) => key)).toEqual(['c2', 'c1']);
  expect(Number(after[1].round)).toBeGreaterThan(Number(before[1].round));
  await harness.database.query(`update fanout_walk set first_change_at = first_change_at - interval '70 seconds'`);
  await tier('c1', 3);
  await harness.drainRelated();
  expect((await walks())[1].wait).toBeCloseTo(90, 1);
});

it('drops the changes of a judgment that is gone, and of a namespace that is being deleted', async () => {
  const ns = 'drain/gone';
  await harness.putJudgment(org, ns, 'mood', related(anEntity(), aPointer()));
  await judged(ns, ['a1']);
  await harness.write(org, ns, { upsert: [{ ...child('m1', 'a1'), state: { text: 't', tier: 1 } }] });
  await harness.putJudgment(org, ns, 'mood', { archived: true });
  await harness.drainRelated();
  expect(await inbox()).toBe(0);

  await harness.putJudgment(org, ns, 'kept', related(anEntity(), aPointer()));
  await harness.write(org, ns, { upsert: [{ ...child('m1', 'a1'), state: { text: 'u', tier: 2 } }] });
  await harness.database.query('update namespace set deleting = true where name = $1', [ns]);
  await harness.drainRelated();
  const left = await harness.database.query('select from fanout_walk where namespace_id = $1', [await idOf(ns)]);
  expect([await inbox(), await facts(ns), left.rowCount]).toEqual([0, [], 0]);
});

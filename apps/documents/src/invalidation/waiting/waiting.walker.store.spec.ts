import type { AnswerView, DocumentChanged, JudgmentSnapshot } from '@app/contracts/documents';
import { armKillPoints } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aPointer, anEntity, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';

const org = 'org_waiting';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterEach(async () => {
  armKillPoints(() => undefined);
  await walk();
});
afterAll(() => harness.close());

let record = 0;
const put = (ns: string, others: Partial<JudgmentSnapshot> = {}, name = 'late') =>
  harness.putJudgment(org, ns, name, others);
/** Writes a document that judgments read. @returns its version */
async function write(ns: string, id: string, note: string, attributes = {}): Promise<number> {
  return (await harness.write(org, ns, { upsert: [{ id, attributes, state: { note } }] })).documents[0].version;
}
/** Has documents judged as they are now. */
async function judge(ns: string, ids: string[], others: Partial<Parameters<typeof anAnswer>[2] & object> = {}) {
  const { documents } = await harness.read(org, ns, ids);
  const answers = documents.map(({ id, version }) =>
    anAnswer(id, 'late', { record: ++record, document_version: version, seen: 1e9, ...others }),
  );
  await harness.applyAnswers(org, ns, answers);
}
async function answer(ns: string, id = 'd1'): Promise<AnswerView> {
  return (await harness.read(org, ns, [id])).documents[0].answers!['late'];
}
/** Its status, and whether a read says when it is judged: at once, later, or not. */
async function shown(ns: string, id = 'd1'): Promise<[string, string | null]> {
  const { status, stale_reason, due_at } = await answer(ns, id);
  return [stale_reason ?? status, due_at && (Date.parse(due_at) > Date.now() - 1_000 ? 'soon' : 'past')];
}
async function walk(): Promise<void> {
  await harness.database.query('update waiting_walk set lease_until = null');
  while (await harness.waiting.turn()) {
    await harness.database.query('update waiting_walk set lease_until = null');
  }
}
const walks = async () => (await harness.database.query('select from waiting_walk')).rowCount;
/** What walks have queued in a namespace: each document with its wanted version and the cause. */
async function queued(ns: string): Promise<[id: string, version: number, cause: string][]> {
  const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.bulk.v1');
  const own = all.filter(({ namespace, sets }) => namespace === ns && sets.flat().includes('jdg_late'));
  return own.flatMap(({ documents, cause }) => documents.map(({ id, version }) => [id, version, cause] as never));
}

it.each(['on_read', 'manual'] as const)(
  'queues what has changed under %s when the policy judges by itself [REL-F2]',
  async (policy) => {
    const ns = `wait/${policy}`;
    await put(ns, { policy, applies_to: { 'attributes.n': { lt: 3 } } });
    for (const n of [1, 2, 3]) await write(ns, `d${n}`, 'a', { n });
    await judge(ns, ['d1', 'd2', 'd3']);
    const version = await write(ns, 'd1', 'b', { n: 1 });
    await write(ns, 'd3', 'b', { n: 3 });
    expect(await shown(ns)).toEqual(['document_changed', null]);

    await put(ns, { policy: 'on_change', applies_to: { 'attributes.n': { lt: 3 } } });
    expect(await shown(ns)).toEqual(['document_changed', null]);
    await walk();
    expect(await queued(ns)).toEqual([['d1', version, 'column']]);
    expect(await shown(ns)).toEqual(['document_changed', 'soon']);
    await judge(ns, ['d1']);
    expect([await shown(ns), await shown(ns, 'd2'), await walks()]).toEqual([['fresh', null], ['fresh', null], 0]);
  },
);

it('tells nobody of an answer again that a change after the PATCH has queued [REL-F2]', async () => {
  const ns = 'wait/meanwhile';
  await put(ns, { policy: 'on_read' });
  for (const id of ['d1', 'd2']) await write(ns, id, 'a');
  await judge(ns, ['d1', 'd2']);
  for (const id of ['d1', 'd2']) await write(ns, id, 'b');
  await put(ns);
  await write(ns, 'd1', 'c');
  expect([await shown(ns, 'd1'), await shown(ns, 'd2')]).toEqual([
    ['document_changed', 'soon'],
    ['document_changed', null],
  ]);
  await walk();
  expect((await queued(ns)).map(([id]) => id)).toEqual(['d2']);
});

it('queues what related documents have changed, a fan-out within its rolling limit [REL-F2] [REL-13]', async () => {
  const ns = 'wait/related';
  const reader = related(aPointer(), anEntity());
  await put(ns, { ...reader, policy: 'on_read' });
  await write(ns, 'd1', 'a', { customer: 'c1' });
  await write(ns, 'd2', 'a');
  await judge(ns, ['d1', 'd2'], { watermark: '2026-03-04T09:30:00.000Z' });
  await harness.write(org, ns, { upsert: [{ id: 'c1', state: { tier: 'gold' } }] });
  await harness.write(org, ns, { upsert: [{ id: 'm1', attributes: { account: 'd2' }, state: { text: 't' } }] });
  await harness.drainRelated();
  while (await harness.fanouts.turn());
  expect([await shown(ns, 'd1'), await shown(ns, 'd2')]).toEqual([
    ['related_changed', null],
    ['related_changed', null],
  ]);
  await put(ns, reader);
  await walk();
  expect((await queued(ns)).map(([id, , cause]) => [id, cause])).toEqual([
    ['d1', 'fanout'],
    ['d2', 'column'],
  ]);
  expect(await shown(ns, 'd1')).toEqual(['related_changed', 'soon']);
});

it('queues what has changed while a narrower judgment hid it, in its scope alone [REL-F2] [FRS-02] [TPL-02]', async () => {
  const [inside, outside] = ['hide/m/t', 'hide/u'];
  await put('hide/*');
  for (const ns of [inside, outside]) {
    await write(ns, 'd1', 'a');
    await judge(ns, ['d1']);
  }
  await put('hide/m/*', { judgment_id: 'jdg_narrow' });
  const version = await write(inside, 'd1', 'b');
  await put('hide/m/*', { judgment_id: 'jdg_narrow', archived: true });
  expect(await shown(inside)).toEqual(['document_changed', null]);
  await walk();
  expect([await queued(inside), await queued(outside)]).toEqual([[['d1', version, 'column']], []]);
  expect(await shown(inside)).toEqual(['document_changed', 'soon']);
});

it('queues what waits where an override is set, reset or gone, and passes namespaces that wait for requests [REL-F2] [TPL-05]', async () => {
  const [own, other] = ['over/own', 'over/other'];
  const override = (ns: string, policy: 'on_change' | 'on_read', set = true) =>
    put(ns, { kind: 'override', overrides: set ? ['freshness'] : [], archived: !set, thresholds: null, policy });
  await put('over/*', { policy: 'on_read' });
  let version = 0;
  const change = async (note: string) => {
    for (const ns of [own, other]) version = await write(ns, 'd1', note);
  };
  await change('a');
  for (const ns of [own, other]) await judge(ns, ['d1']);
  await change('b');
  await override(own, 'on_change');
  await walk();
  expect([(await queued(own)).length, (await queued(other)).length]).toEqual([1, 0]);
  // The same policy again has nothing to queue.
  await put(own, { kind: 'override', overrides: ['freshness'], thresholds: null, debounce_ms: 5 });
  expect(await walks()).toBe(0);

  await override(other, 'on_read');
  await put('over/*');
  await walk();
  expect((await queued(other)).length).toBe(0);
  await override(other, 'on_change', false);
  await walk();
  expect(await queued(other)).toEqual([['d1', version, 'column']]);
});

it('queues what waits when a namespace detaches its copy and when the copy goes [REL-F2] [TPL-12]', async () => {
  const ns = 'copy/t';
  const copied = { copied: { stored: 1, shown: 1 } };
  await put('copy/*');
  await write(ns, 'd1', 'a');
  await judge(ns, ['d1']);
  await put(ns, { ...copied, policy: 'on_read' });
  const version = await write(ns, 'd1', 'b');
  expect(await shown(ns)).toEqual(['document_changed', null]);
  await put(ns, { ...copied, policy: 'on_read', archived: true });
  await walk();
  expect(await queued(ns)).toEqual([['d1', version, 'column']]);
  // A row that the queue has lost is queued by the next detaching.
  await put(ns, copied);
  await walk();
  expect(await queued(ns)).toEqual([
    ['d1', version, 'column'],
    ['d1', version, 'column'],
  ]);
});

it('leaves to an activation what it brings back, and queues that with the next policy [REL-F2]', async () => {
  const ns = 'wait/returned';
  await put(ns);
  await write(ns, 'd1', 'a');
  await judge(ns, ['d1']);
  await put(ns, { active_version: 2, read_paths: ['state.other'], earlier_paths: ['state.note'] });
  const version = await write(ns, 'd1', 'b');
  await put(ns, { active_version: 1 });
  expect([await shown(ns), await walks()]).toEqual([['document_changed', null], 0]);
  await put(ns, { active_version: 1, policy: 'manual' });
  await put(ns, { active_version: 1 });
  await walk();
  expect(await queued(ns)).toEqual([['d1', version, 'column']]);
});

it('walks all documents, a page a transaction, and goes on at its cursor after it was killed [REL-F2] [JOB-06]', async () => {
  const ns = 'wait/many';
  const ids = Array.from({ length: 300 }, (_, n) => `d${String(n).padStart(3, '0')}`);
  await put(ns, { policy: 'on_read' });
  const upsert = (note: string) => harness.write(org, ns, { upsert: ids.map((id) => ({ id, state: { note } })) });
  await upsert('a');
  for (let at = 0; at < ids.length; at += 100) await judge(ns, ids.slice(at, at + 100));
  await upsert('b');
  await put(ns);
  for (const point of ['documents.waiting.before-commit', 'documents.waiting.after-commit']) {
    armKillPoints((name) => {
      if (name === point) throw new Error('killed');
    });
    await expect(harness.waiting.turn()).rejects.toThrow('killed');
    armKillPoints(() => undefined);
    await harness.database.query('update waiting_walk set lease_until = null');
  }
  expect(await queued(ns)).toHaveLength(250);
  await walk();
  expect((await queued(ns)).map(([id]) => id)).toEqual(ids);
  expect(await walks()).toBe(0);
});

it('is one walk however often the policy goes and comes back before it has begun [REL-F2]', async () => {
  const ns = 'wait/back';
  await put(ns, { policy: 'on_read' });
  await write(ns, 'd1', 'a');
  await judge(ns, ['d1']);
  await write(ns, 'd1', 'b');
  for (const policy of ['on_change', 'manual', 'interval', 'on_read'] as const)
    await put(ns, { policy, interval_ms: 9e5 });
  expect([await walks(), await shown(ns)]).toEqual([1, ['document_changed', null]]);
  await walk();
  expect(await queued(ns)).toEqual([]);
  await put(ns);
  await walk();
  expect(await queued(ns)).toHaveLength(1);
});

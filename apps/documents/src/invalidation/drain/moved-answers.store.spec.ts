import type { AnswerView, DocumentChanged, RelationEdge } from '@app/contracts/documents';
import type { UpstreamAnswer } from '@app/definition';
import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, aPointer, anEntity, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';

const org = 'org_moved';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterAll(() => harness.close());

const late: UpstreamAnswer = { judgment: 'late', bands: [0.3, 0.7] };
const self: RelationEdge = {
  relation: 'me',
  theirs: 'id',
  mine: 'id',
  paths: [],
  presence: false,
  where: null,
  answers: [late],
};

async function answer(ns: string, id: string, name = 'mood'): Promise<AnswerView> {
  return (await harness.read(org, ns, [id])).documents[0].answers![name];
}
async function status(ns: string, id: string, name = 'mood'): Promise<string> {
  const { status: read, stale_reason } = await answer(ns, id, name);
  return stale_reason ?? read;
}
const inbox = async (ns: string) =>
  (
    await harness.database.query(
      'select from related_change where namespace_id = (select id from namespace where name = $1)',
      [ns],
    )
  ).rowCount;
async function facts(ns: string, of: DocumentChanged['cause'] = 'related'): Promise<DocumentChanged[]> {
  const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.live.v1');
  return all.filter(({ namespace, cause }) => namespace === ns && cause === of);
}
let record = 0;
/** Records an answer of `late` about a document. */
const folds = (ns: string, id: string, number: number, others: object = {}) =>
  harness.applyAnswers(org, ns, [
    anAnswer(id, 'late', { record: ++record, answer_id: `ans_${record}`, document_version: 1e9, number, ...others }),
  ]);
/** Makes the answer of a judgment about a document fresh. */
async function judged(ns: string, id: string, name = 'mood'): Promise<void> {
  await harness.drainRelated();
  await harness.applyAnswers(org, ns, [
    anAnswer(id, name, { record: ++record, answer_id: `ans_${record}`, document_version: 1e9, seen: 1e9 }),
  ]);
  expect(await status(ns, id, name)).toBe('fresh');
}
/** An account with one message, whose answer of `late` the account reads through the edge. */
async function account(ns: string, edge: RelationEdge, kind = 'mail'): Promise<void> {
  await harness.putJudgment(org, ns, 'late', { applies_to: { 'attributes.kind': 'mail' } });
  await harness.putJudgment(org, ns, 'mood', {
    ...related(edge),
    applies_to: { 'attributes.account': { exists: false } },
  });
  await harness.write(org, ns, { upsert: [{ id: 'a1' }, { id: 'm1', attributes: { account: 'a1', kind } }] });
  await judged(ns, 'a1');
}

it('invalidates readers when a band moves, from and to no answer, and writes nothing inside one [REL-06] [REL-09]', async () => {
  const ns = 'moved/band';
  await account(ns, anEntity({ answers: [late], paths: ['attributes.account'] }));
  await folds(ns, 'm1', 0.41);
  expect(await answer(ns, 'a1')).toMatchObject({
    stale_reason: 'related_changed',
    stale_by: { relation: 'messages', document: 'm1' },
  });
  await judged(ns, 'a1');

  const before = await answer(ns, 'a1');
  const told = (await facts(ns)).length;
  for (const number of [0.62, 0.3, 0.699]) await folds(ns, 'm1', number);
  expect(await inbox(ns)).toBe(0);
  await harness.drainRelated();
  expect([await answer(ns, 'a1'), (await facts(ns)).length]).toEqual([before, told]);

  await folds(ns, 'm1', 0.7);
  expect([await inbox(ns), await status(ns, 'a1')]).toEqual([1, 'related_changed']);
  await harness.drainRelated();
  expect((await facts(ns)).slice(told)).toMatchObject([{ sets: [['jdg_mood']], documents: [{ id: 'a1' }] }]);
});

it('follows the condition of a filter, and no document that the filter cannot match [REL-06] [REL-09]', async () => {
  const where = { 'answers.late.p': { gte: 0.5 }, 'attributes.kind': 'mail' };
  for (const [ns, kind, moves] of [
    ['moved/where', 'mail', true],
    ['moved/where-other', 'call', false],
  ] as const) {
    await account(ns, anEntity({ where, paths: ['attributes.account', 'attributes.kind'] }), kind);
    await folds(ns, 'm1', 0.45);
    expect(await status(ns, 'a1')).toBe('fresh');
    await folds(ns, 'm1', 0.55);
    expect(await status(ns, 'a1')).toBe(moves ? 'related_changed' : 'fresh');
    if (moves) await judged(ns, 'a1');
    await folds(ns, 'm1', 0.95);
    expect(await status(ns, 'a1')).toBe('fresh');
  }
});

it('reaches those that point at the answered document, and in a block the others [REL-06]', async () => {
  const ns = 'moved/spread';
  await harness.putJudgment(org, ns, 'late');
  const [pointer, block] = [aPointer({ answers: [late] }), aBlock({ answers: [late] })];
  await harness.putJudgment(org, ns, 'mood', related(pointer));
  await harness.putJudgment(org, ns, 'twins', related(block));
  const twin = { attributes: { email: 'x@y', customer: 'c1' } };
  await harness.write(org, ns, { upsert: [{ id: 'c1' }, { id: 'o1', ...twin }, { id: 'o2', ...twin }] });
  for (const [id, name] of [
    ['o1', 'mood'],
    ['o1', 'twins'],
    ['o2', 'twins'],
    ['c1', 'mood'],
  ]) {
    await harness.drainRelated();
    while (await harness.fanouts.turn());
    await judged(ns, id, name);
  }
  await folds(ns, 'c1', 0.9);
  expect([await status(ns, 'o1'), await status(ns, 'c1')]).toEqual(['related_changed', 'fresh']);
  await folds(ns, 'o1', 0.9);
  expect([await status(ns, 'o1', 'twins'), await status(ns, 'o2', 'twins')]).toEqual(['fresh', 'related_changed']);
});

it('invalidates an answer about the same document in the transaction of the answer that it reads [REL-06]', async () => {
  const ns = 'moved/self';
  await harness.putJudgment(org, ns, 'late');
  await harness.putJudgment(org, ns, 'mood', { ...related(self), read_paths: ['state.mood'] });
  await harness.putJudgment(org, ns, 'lazy', { ...related(self), read_paths: ['state.mood'], policy: 'on_read' });
  await harness.write(org, ns, { upsert: [{ id: 'd1', state: { mood: 1 } }] });
  for (const name of ['mood', 'lazy']) await judged(ns, 'd1', name);
  await folds(ns, 'd1', 0.9);
  expect([await inbox(ns), await status(ns, 'd1'), await status(ns, 'd1', 'lazy')]).toEqual([
    ...[0, 'related_changed', 'related_changed'],
  ]);
  for (const name of ['mood', 'lazy']) {
    expect((await answer(ns, 'd1', name)).stale_by).toMatchObject({ relation: 'me', document: 'd1' });
  }
  expect(await facts(ns, 'upstream')).toMatchObject([{ sets: [['jdg_mood']], documents: [{ id: 'd1', set: 0 }] }]);
  for (const name of ['mood', 'lazy']) await judged(ns, 'd1', name);
  await folds(ns, 'd1', 0.8);
  expect([await status(ns, 'd1'), await facts(ns, 'upstream')]).toMatchObject(['fresh', { length: 1 }]);
});

it('moves nothing by an answer about a document to which its judgment does not apply [REL-F6]', async () => {
  const ns = 'moved/other';
  await account(ns, anEntity({ answers: [late], paths: ['attributes.account'] }), 'call');
  await folds(ns, 'm1', 0.9);
  expect([await inbox(ns), await status(ns, 'a1')]).toEqual([0, 'fresh']);
  await harness.putJudgment(org, ns, 'mine', { ...related(self), reads: ['late'] });
  await judged(ns, 'm1', 'mine');
  await folds(ns, 'm1', 0.1);
  expect(await status(ns, 'm1', 'mine')).toBe('fresh');
});

it('compares what a row held with what it holds, in whatever order records come [REL-09]', async () => {
  const ns = 'moved/shuffled';
  await account(ns, anEntity({ answers: [late], paths: ['attributes.account'] }));
  await folds(ns, 'm1', 0.5);
  await judged(ns, 'a1');
  let held = 0.5;
  const bandOf = (number: number) => [0.3, 0.7].filter((edge) => number >= edge).length;
  const numbers = fc.array(fc.constantFrom(0.1, 0.2, 0.4, 0.6, 0.8, 0.9), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(numbers, fc.infiniteStream(fc.nat()), async (made, orders) => {
      const answers = made.map((number) => {
        record += 1;
        return anAnswer('m1', 'late', { record, answer_id: `ans_${record}`, document_version: 1e9, number });
      });
      const last = made[made.length - 1];
      const shuffled = answers.map((one) => [orders.next().value, one] as const).sort(([a], [b]) => a - b);
      await harness.applyAnswers(
        org,
        ns,
        shuffled.map(([, one]) => one),
      );
      const isMoved = bandOf(last) !== bandOf(held);
      expect([made, await status(ns, 'a1')]).toEqual([made, isMoved ? 'related_changed' : 'fresh']);
      // The same records again, one by one, move nothing.
      if (isMoved) await judged(ns, 'a1');
      for (const [, one] of shuffled) await harness.applyAnswers(org, ns, [one]);
      expect(await status(ns, 'a1')).toBe('fresh');
      held = last;
    }),
    { numRuns: 25 },
  );
}, 60_000);

it('follows a reader that came into force after this process has read what is in force [REL-06]', async () => {
  const ns = 'moved/memory';
  await harness.putJudgment(org, ns, 'late');
  await harness.write(org, ns, { upsert: [{ id: 'a1' }, { id: 'm1', attributes: { account: 'a1' } }] });
  const other = harness.another();
  await other.applyAnswers(org, ns, [anAnswer('m1', 'late', { record: ++record, document_version: 1e9, number: 0.1 })]);
  await harness.putJudgment(org, ns, 'mood', related(anEntity({ answers: [late], paths: ['attributes.account'] })));
  await judged(ns, 'a1');
  await other.applyAnswers(org, ns, [anAnswer('m1', 'late', { record: ++record, document_version: 1e9, number: 0.9 })]);
  expect(await status(ns, 'a1')).toBe('related_changed');
});

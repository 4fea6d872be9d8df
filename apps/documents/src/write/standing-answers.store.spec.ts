import type { AnswerView, DocumentChanged, JudgmentSnapshot } from '@app/contracts/documents';
import type { RecordedAnswer } from '@app/contracts/judgments';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anAnswer } from '../testing/samples';

const org = 'org_standing';
/** More than the context has room for. */
const long = 'The client waits for an answer to the letter of last week. '.repeat(12);
const context = (field: string) => ({
  recipe: { fields: [field], max_tokens: 60 },
  question_tokens: 12,
  format: 1,
});

let harness: DocumentsHarness;
let ns: string;
let turn = 0;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());
beforeEach(() => (ns = `s/${++turn}`));

const put = (others: Partial<JudgmentSnapshot> = {}, name = 'mood') =>
  harness.putJudgment(org, ns, name, { read_paths: ['state.note'], context: context('state.note'), ...others });
const patch = (id: string, note: string, attributes?: object) =>
  harness.write(org, ns, { patch: [{ id, state: { note }, ...(attributes && { attributes }) }] });
const facts = async () => {
  const all = await harness.published<DocumentChanged>(org, 'documents.document.changed%');
  return all.filter(({ namespace }) => namespace === ns).length;
};
const answerOf = async (id: string, name = 'mood'): Promise<AnswerView> =>
  (await harness.read(org, ns, [id])).documents[0].answers![name];

/** An answer that has seen everything that it is wanted for. */
async function answer(id: string, others: Partial<RecordedAnswer> = {}, name = 'mood'): Promise<void> {
  const { rows } = await harness.database.query<{ wanted: string; version: string }>(
    `select coalesce(a.wanted, d.version) as wanted, d.version from document d join namespace s on s.id = d.namespace_id
     left join answer a on a.namespace_id = d.namespace_id and a.document_id = d.id and a.judgment_id = $3
     where s.name = $1 and d.id = $2`,
    [ns, id, `jdg_${name}`],
  );
  const [{ wanted, version }] = rows;
  await harness.applyAnswers(org, ns, [
    anAnswer(id, name, { record: ++turn, seen: Number(wanted), document_version: Number(version), ...others }),
  ]);
}

/** Makes documents with a long note, judged. */
async function judged(...ids: string[]): Promise<void> {
  await harness.write(org, ns, {
    upsert: ids.map((id) => ({ id, attributes: { tier: 'gold' }, state: { note: long } })),
  });
  for (const id of ids) await answer(id);
}

/** Which transaction wrote each answer last. */
async function rows(): Promise<Record<string, string>> {
  const found = await harness.database.query<{ row: string; xmin: string }>(
    `select a.document_id || ' ' || a.judgment_id as row, a.xmin::text from answer a
     join namespace s on s.id = a.namespace_id where s.name = $1`,
    [ns],
  );
  return Object.fromEntries(found.rows.map(({ row, xmin }) => [row, xmin]));
}

/** Whether a change moves nothing of the answers and publishes nothing. */
async function leavesAlone(change: () => Promise<unknown>): Promise<boolean> {
  const [before, published] = [await rows(), await facts()];
  await change();
  const isSame = JSON.stringify(await rows()) === JSON.stringify(before);
  expect((await facts()) === published).toBe(isSame);
  return isSame;
}

describe('an answer whose context a change leaves as it was', () => {
  it('stays fresh, and neither its row nor the outbox changes [FRS-04]', async () => {
    await put();
    await judged('a');
    const before = await answerOf('a');
    expect(await leavesAlone(() => patch('a', `${long} One more sentence.`))).toBe(true);
    expect(
      await leavesAlone(() => harness.write(org, ns, { upsert: [{ id: 'a', state: { note: `${long}!` } }] })),
    ).toBe(true);
    expect(await answerOf('a')).toEqual(before);
    expect(before).toMatchObject({ status: 'fresh' });
    expect(await leavesAlone(() => patch('a', `Never mind. ${long}`))).toBe(false);
    expect(await answerOf('a')).toMatchObject({ status: 'stale', stale_reason: 'document_changed' });
  });

  it.each([
    ['manual', false],
    ['on_read', false],
    ['interval', true],
  ] as const)('stands under policy %s too, and a change of what is read invalidates it', async (policy, publishes) => {
    await put({ policy, ...(policy === 'interval' && { interval_ms: 3_600_000 }) });
    await judged('a');
    expect(await leavesAlone(() => patch('a', `${long} One more sentence.`))).toBe(true);
    const published = await facts();
    await patch('a', `Never mind. ${long}`);
    expect((await facts()) - published).toBe(publishes ? 1 : 0);
    expect(await answerOf('a')).toMatchObject({ status: 'stale', stale_reason: 'document_changed' });
  });

  it('is invalidated when it was stale already, failed, never given or of another version [FRS-04]', async () => {
    await put();
    await judged('stale', 'failed', 'given');
    await patch('stale', `Never mind. ${long}`);
    expect(await leavesAlone(() => patch('stale', `Never mind. ${long} More.`))).toBe(false);
    await answer('failed', { failure: 'engine_unavailable', answer_id: null, number: null });
    expect(await leavesAlone(() => patch('failed', `${long} More.`))).toBe(false);
    await harness.write(org, ns, { upsert: [{ id: 'never', state: { note: long } }] });
    expect(await leavesAlone(() => patch('never', `${long} More.`))).toBe(false);
    expect(await leavesAlone(() => patch('given', `${long} More.`))).toBe(true);
    await put({ active_version: 2 });
    expect(await leavesAlone(() => patch('given', `${long} Still more.`))).toBe(false);
  });

  it('is invalidated when the judgment did not apply before, since what it saw may be older', async () => {
    await put({ applies_to: { 'attributes.tier': 'gold' }, read_paths: ['attributes.tier', 'state.note'] });
    await judged('a');
    expect(await leavesAlone(() => patch('a', `${long} More.`))).toBe(true);
    await patch('a', `Never mind. ${long}`, { tier: 'silver' });
    expect(await leavesAlone(() => patch('a', `Never mind. ${long}`, { tier: 'gold' }))).toBe(false);
  });

  it('is invalidated without a comparison beside more than eight others, or in a large document', async () => {
    await put();
    await judged('a', 'large');
    const large = 'x'.repeat(20_000);
    await harness.write(org, ns, { patch: [{ id: 'large', state: { other: large } }] });
    expect(await leavesAlone(() => patch('large', `${long} More.`))).toBe(false);
    for (let n = 0; n < 8; n++) await put({}, `more${n}`);
    expect(await leavesAlone(() => patch('a', `${long} More.`))).toBe(false);
  });

  it('is invalidated when its snapshot does not say what is read', async () => {
    await put({ context: undefined });
    await judged('a');
    expect(await leavesAlone(() => patch('a', `${long} More.`))).toBe(false);
  });

  it('stands beside others that a group or a batch invalidates [DOC-13]', async () => {
    await put();
    const recipe = { fields: ['state.note', 'state.log'] };
    await put({ read_paths: recipe.fields, context: { ...context(''), recipe } }, 'whole');
    const ids = ['a', 'b', 'c', 'd'];
    await judged(...ids);
    for (const id of ids) await answer(id, {}, 'whole');
    const before = await rows();
    await Promise.all([
      patch('a', `${long} More.`),
      patch('b', `Never mind. ${long}`),
      harness.write(org, ns, { delete: [{ id: 'c' }] }),
      harness.write(org, ns, { append: [{ id: 'd', path: 'state.log', values: [1] }] }),
    ]);
    const after = await rows();
    const isSame = (id: string, name: string): boolean => after[`${id} jdg_${name}`] === before[`${id} jdg_${name}`];
    expect(['a', 'b', 'd'].map((id) => [isSame(id, 'mood'), isSame(id, 'whole')])).toEqual([
      [true, false],
      [false, false],
      [true, false],
    ]);
    await answer('b');
    await harness.write(org, ns, {
      patch: [
        { id: 'a', state: { note: `${long} Even more.` } },
        { id: 'b', state: { note: long } },
      ],
    });
    expect((await answerOf('a')).status).toBe('fresh');
    expect((await answerOf('b')).status).toBe('stale');
    const published = await harness.published<DocumentChanged>(org, 'documents.document.changed%');
    const { sets, documents } = published.at(-1)!;
    expect(documents.map(({ id, set }) => [id, sets[set!]])).toEqual([
      ['a', ['jdg_whole']],
      ['b', ['jdg_mood', 'jdg_whole']],
    ]);
  });
});

import { AnswerView } from '@app/contracts/documents';
import { EventRaised, eventFault } from '@app/contracts/events';
import { RecordedAnswer } from '@app/contracts/judgments';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anAnswer } from '../testing/samples';
import { membersOf, raisedMoves, subscribe } from '../testing/subscriptions';

let harness: DocumentsHarness;
const org = 'org_features';
const features = ['amount', 'age'];
const thresholds = { large: { feature: 'amount', gte: 100 }, young: { feature: 'age', lte: 2 } };
let records = 0;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

async function put(ns: string, id: string): Promise<number> {
  return (await harness.write(org, ns, { upsert: [{ id, state: { note: 'n' } }] })).documents[0].version;
}

async function record(ns: string, id: string, name: string, others: Partial<RecordedAnswer>): Promise<void> {
  const { documents } = await harness.read(org, ns, [id]);
  const { version } = documents[0];
  records += 1;
  const answer = { record: records, answer_id: `ans_${records}`, document_version: version, seen: version, ...others };
  await harness.applyAnswers(org, ns, [anAnswer(id, name, answer)]);
}

async function answerOf(ns: string, id: string, name: string): Promise<AnswerView> {
  return (await harness.read(org, ns, [id])).documents[0].answers![name];
}

async function idsOf(ns: string, query: object): Promise<string[]> {
  return (await harness.query(org, ns, query)).documents.map(({ id }) => id);
}

describe('an answer with features', () => {
  it('shows the declared members alone, null before the first answer [ANS-05] [THR-02]', async () => {
    const ns = 'feat/view';
    await harness.putJudgment(org, ns, 'bare', { thresholds: {} });
    await harness.putJudgment(org, ns, 'rich', { features, thresholds });
    await harness.putJudgment(org, ns, 'whole', { features: ['amount'], parts: ['a', 'b'], thresholds: {} });
    await put(ns, 'd');
    expect(await answerOf(ns, 'd', 'bare')).not.toHaveProperty('features');
    expect(await answerOf(ns, 'd', 'rich')).toMatchObject({
      p: null,
      features: null,
      thresholds: { large: false, young: false },
      thresholds_missing: ['large', 'young'],
    });
    expect(await answerOf(ns, 'd', 'rich')).not.toHaveProperty('parts');
    expect(await answerOf(ns, 'd', 'whole')).toMatchObject({ features: null, parts: null, combiner: null });
    await record(ns, 'd', 'rich', { features: { amount: 100, age: null } });
    const parts = { a: { p: 0.2 }, b: { p: 0.9 } };
    await record(ns, 'd', 'whole', { features: { amount: -3.5 }, parts, combiner: 'fit_1' });
    expect(await answerOf(ns, 'd', 'rich')).toMatchObject({
      p: 0.5,
      features: { amount: 100, age: null },
      thresholds: { large: true, young: false },
      thresholds_missing: ['young'],
    });
    expect(await answerOf(ns, 'd', 'whole')).toMatchObject({ features: { amount: -3.5 }, parts, combiner: 'fit_1' });
  });

  it('keeps them through a `same` and a failure, and loses them to an answer without', async () => {
    const ns = 'feat/fold';
    await harness.putJudgment(org, ns, 'late', { features, parts: ['a'], thresholds });
    await put(ns, 'd');
    await record(ns, 'd', 'late', { answer_id: 'ans_f', features: { amount: 7, age: 1 }, parts: { a: { p: 0.4 } } });
    const shown = await answerOf(ns, 'd', 'late');
    const bare = { number: null, answer_id: null };
    await record(ns, 'd', 'late', { ...bare, same: true, answer_id: 'ans_f' });
    expect(await answerOf(ns, 'd', 'late')).toEqual(shown);
    await record(ns, 'd', 'late', { ...bare, failure: 'engine_bad_answer' });
    expect(await answerOf(ns, 'd', 'late')).toMatchObject({ features: shown.features, parts: shown.parts });
    expect(await idsOf(ns, { filter: { 'answers.late.features.amount': 7 } })).toEqual(['d']);
    await record(ns, 'd', 'late', {});
    expect(await answerOf(ns, 'd', 'late')).toMatchObject({ features: null, parts: null, combiner: null });
    expect(await idsOf(ns, { filter: { 'answers.late.features.amount': { exists: true } } })).toEqual([]);
  });

  it('takes the features of the later record in whatever order answers come [JDG-16]', async () => {
    const ns = 'feat/order';
    await harness.putJudgment(org, ns, 'late', { features, thresholds });
    const version = await put(ns, 'd');
    const answer = (n: number) =>
      anAnswer('d', 'late', {
        record: n,
        answer_id: `ans_${n}`,
        document_version: version,
        seen: version,
        features: { amount: n, age: null },
      });
    await harness.applyAnswers(org, ns, [answer(2)]);
    await harness.applyAnswers(org, ns, [answer(1)]);
    expect(await answerOf(ns, 'd', 'late')).toMatchObject({ id: 'ans_2', features: { amount: 2 } });
    await harness.applyAnswers(org, ns, [answer(4), answer(3)]);
    expect(await answerOf(ns, 'd', 'late')).toMatchObject({ id: 'ans_4', features: { amount: 4 } });
  });
});

describe('a query by a feature', () => {
  const ns = 'feat/query';
  beforeAll(async () => {
    await harness.putJudgment(org, ns, 'late', { features, parts: ['a', 'b'], thresholds });
    const amounts = { d1: 105, d2: 20, d3: null, d4: -1, d5: 100 };
    for (const [id, amount] of Object.entries(amounts)) {
      await put(ns, id);
      const parts = { a: { p: (amount ?? 0) > 50 ? 0.9 : 0.1 }, b: { p: 0.5 } };
      await record(ns, id, 'late', { features: { amount, age: 1 }, parts });
    }
    await put(ns, 'd6');
  });

  it('filters, orders with missing numbers last, and pages by a cursor [JDG-18]', async () => {
    expect(await idsOf(ns, { filter: { 'answers.late.features.amount': { gte: 100 } } })).toEqual(['d1', 'd5']);
    expect(await idsOf(ns, { filter: { 'answers.late.features.amount': { lt: 20 } } })).toEqual(['d4']);
    expect(await idsOf(ns, { filter: { 'answers.late.features.amount': { exists: false } } })).toEqual(['d3', 'd6']);
    expect(await idsOf(ns, { filter: { 'answers.late.thresholds.large': true } })).toEqual(['d1', 'd5']);
    expect(await idsOf(ns, { filter: { 'answers.late.parts.a': { gte: 0.9 } } })).toEqual(['d1', 'd5']);
    expect(await idsOf(ns, { filter: { 'answers.late.parts.a': { lt: 0.9 } } })).toEqual(['d2', 'd3', 'd4']);
    const order_by = [{ path: 'answers.late.features.amount', direction: 'desc' }];
    expect(await idsOf(ns, { order_by })).toEqual(['d1', 'd5', 'd2', 'd4', 'd3', 'd6']);
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await harness.query(org, ns, { order_by, limit: 2, ...(cursor && { cursor }) } as object);
      seen.push(...page.documents.map(({ id }) => id));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(['d1', 'd5', 'd2', 'd4', 'd3', 'd6']);
  });

  it('refuses a feature or a part that the judgment does not declare, and names those that it does', async () => {
    for (const path of ['answers.late.features.none', 'answers.late.parts.none']) {
      const refused = idsOf(ns, { filter: { [path]: 1 } });
      await expect(refused).rejects.toMatchObject({ details: { reason: 'unknown_path', path: `/filter/${path}` } });
      await expect(refused).rejects.toThrow('features.amount, features.age, parts.a, parts.b');
    }
  });

  it('decides a condition and a write by filter as it decides a query', async () => {
    const large = { 'answers.late.features.amount': { gte: 100 } };
    const { skipped } = await harness.write(org, ns, {
      upsert: ['d1', 'd2'].map((id) => ({ id, state: { note: 'n' }, attributes: { seen: true } })),
      condition: large,
    });
    expect(skipped).toBe(1);
    const marked = { attributes: { marked: true } };
    const { body } = await harness.writeByFilter(org, ns, { type: 'patch_by_filter', filter: large, patch: marked });
    expect(body.patched).toBe(2);
    expect(await idsOf(ns, { filter: { 'attributes.marked': true } })).toEqual(['d1', 'd5']);
  });
});

describe('a subscription by a feature', () => {
  const ns = 'feat/sub';

  it('is entered and left by answers that differ in a feature alone, and by a moved threshold [SUB-02] [JDG-17]', async () => {
    await harness.putJudgment(org, ns, 'late', { features, thresholds });
    await put(ns, 'd');
    await record(ns, 'd', 'late', { features: { amount: 20, age: null } });
    const filter = { 'answers.late.features.amount': { gte: 50 } };
    await subscribe(harness, org, ns, 'plain', { filter, include: ['answers'] });
    await subscribe(harness, org, ns, 'large', { filter: { 'answers.late.thresholds.large': true } });
    const lines = async () =>
      (await raisedMoves(harness, org, ns)).map(({ type, subscription, cause }) => `${type} ${subscription} ${cause}`);
    await record(ns, 'd', 'late', { features: { amount: 60, age: null }, units: 0 });
    expect(await lines()).toEqual(['entered plain answer']);
    const [event] = await harness.published<EventRaised>(org, 'platform.event.raised.subscription.%');
    expect(eventFault(event)).toBeNull();
    expect(event.data).toMatchObject({ answers: { late: { features: { amount: 60, age: null } } } });
    expect((event.data as { answers: object }).answers).toEqual({ late: await answerOf(ns, 'd', 'late') });
    const moved = (gte: number) =>
      harness.putJudgment(org, ns, 'late', { features, thresholds: { large: { feature: 'amount', gte } } });
    await moved(60);
    expect((await lines()).slice(1)).toEqual(['entered large threshold']);
    expect(await membersOf(harness, org, ns, 'large')).toEqual(['d']);
    await moved(61);
    await record(ns, 'd', 'late', { features: { amount: null, age: null }, units: 0 });
    expect((await lines()).slice(2)).toEqual(['exited large threshold', 'exited plain answer']);
  });
});

describe('the watermark of an answer', () => {
  it('moves on with answers and with `same`, never back, and only where relations are read [ANS-04]', async () => {
    const ns = 'feat/watermark';
    const edge = {
      relation: 'r',
      theirs: 'attributes.a',
      mine: 'id',
      paths: ['state.t'],
      presence: false,
      where: null,
    };
    await harness.putJudgment(org, ns, 'bare', {});
    await harness.putJudgment(org, ns, 'reader', { edges: [edge as never] });
    const version = await put(ns, 'd');
    expect(await answerOf(ns, 'd', 'bare')).not.toHaveProperty('watermark');
    expect((await answerOf(ns, 'd', 'reader')).watermark).toBeNull();
    const at = (second: number) => `2026-03-04T09:30:0${second}.120Z`;
    const first = { record: 100, answer_id: 'ans_100', document_version: version, seen: version };
    const same = (n: number, second: number) => ({ ...first, record: 100 + n, same: true, watermark: at(second) });
    const tell = (...answers: Partial<RecordedAnswer>[]) =>
      harness.applyAnswers(...([org, ns, answers.map((answer) => anAnswer('d', 'reader', answer))] as const));
    const shown = async () => (await answerOf(ns, 'd', 'reader')).watermark;
    await tell({ ...first, watermark: at(2) });
    expect(await shown()).toBe(at(2));
    await tell(same(1, 4));
    expect(await shown()).toBe(at(4));
    await tell(same(3, 3));
    expect(await shown()).toBe(at(4));
    // A `same` of an answer that has not come says nothing of the one in force.
    await tell({ ...same(5, 6), answer_id: 'ans_104' });
    expect(await shown()).toBe(at(4));
    await tell({ ...first, record: 104, answer_id: 'ans_104', watermark: at(5), truncated: true });
    expect(await answerOf(ns, 'd', 'reader')).toMatchObject({
      id: 'ans_104',
      truncated: true,
      watermark: at(5),
      p: 0.5,
    });
    await record(ns, 'd', 'bare', {});
    expect(await answerOf(ns, 'd', 'bare')).not.toHaveProperty('watermark');
  });
});

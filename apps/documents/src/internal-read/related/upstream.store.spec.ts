import type { AggregateQuery, FetchDocuments, FetchedDocuments, RelationQuery } from '@app/contracts/documents';
import { movedClock } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anEntity, placed, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';
import { FetchService } from '../fetch.service';
import { ReaderPool } from '../../document/pool/reader.pool';
import { RelatedService } from './related.service';

const org = 'org_upstream';
const ns = 'upstream/one';
let harness: DocumentsHarness;
let pool: ReaderPool;
let fetches: FetchService;
beforeAll(async () => {
  harness = await openDocuments(8);
  pool = new ReaderPool({ readerPoolSize: 2 }, harness.database);
  await pool.onModuleInit();
  fetches = new FetchService(movedClock, pool, harness.snapshots, new RelatedService());
  await harness.putJudgment(org, ns, 'late', { applies_to: { 'attributes.open': true }, thresholds: {} });
  await harness.putJudgment(org, ns, 'team', { type: 'choice', options: ['red', 'blue'], thresholds: {} });
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  const order = (n: number) => ({
    id: `o${n}`,
    attributes: { account: 'a1', open: n !== 2 },
    created_at: `2026-01-0${n}T00:00:00.000Z`,
  });
  await harness.write(org, ns, { upsert: [{ id: 'a1' }, ...[1, 2, 3, 4].map(order)] });
  const answered = (id: string, name: string, numbers: object) =>
    anAnswer(id, name, { document_version: 1e9, seen: 1e9, ...numbers });
  await harness.applyAnswers(org, ns, [
    answered('o1', 'late', { number: 0.7364518 }),
    // The judgment does not apply to this one any more, so its answer is none.
    answered('o2', 'late', { number: 0.31 }),
    answered('o1', 'team', { number: null, value: 'blue', escape_p: 0.1 }),
    answered('o2', 'team', { number: null, value: null, escape_p: 0.9 }),
    answered('a1', 'team', { number: null, value: 'red', escape_p: 0.1 }),
  ]);
}, 60_000);
afterAll(async () => {
  await pool.onApplicationShutdown();
  await harness.close();
});

const orders: RelationQuery = {
  theirs: 'attributes.account',
  mine: 'id',
  fields: [],
  where: null,
  order_by: [],
  last_n: 20,
  window: null,
};
const count = (where: AggregateQuery['where'], aggregate: 'count' | 'share' = 'count'): AggregateQuery => {
  return { of: 0, aggregate, path: null, where, window: null };
};

function queryOf(spec: RelationQuery, read: object = {}): FetchDocuments {
  return {
    organization: org,
    namespace: ns,
    ids: ['a1', 'o1'],
    judgments: ['jdg_mood'],
    specs: [spec],
    read: { jdg_mood: { relations: { orders: 0 }, ...read } },
  };
}
async function fetch(spec: RelationQuery, read: object = {}): Promise<FetchedDocuments> {
  return JSON.parse(await fetches.fetch(queryOf(spec, read))) as FetchedDocuments;
}
async function itemsOf(spec: RelationQuery) {
  return (await fetch(spec)).documents[0].related!.jdg_mood.orders.items;
}

it('shows the answers that count by their bands, sides and options, and no digit of them [REL-06] [REL-F6]', async () => {
  const spec: RelationQuery = {
    ...orders,
    answers: [
      { judgment: 'late', bands: [0.3, 0.7] },
      { judgment: 'late', field: 'p', cut: 0.5 },
      { judgment: 'team', value: true },
      { judgment: 'team', field: 'escape_p', cut: 0.5 },
      { judgment: 'gone', cut: 1 },
    ],
  };
  const items = await itemsOf(spec);
  const none = { late: 'not judged', 'late.p': 'not judged', team: 'not judged', 'team.escape_p': 'not judged' };
  expect(items.map(({ id, answers }) => [id, answers])).toEqual([
    ['o4', { ...none, gone: 'not judged' }],
    ['o3', { ...none, gone: 'not judged' }],
    [
      'o2',
      {
        late: 'not judged',
        'late.p': 'not judged',
        team: 'none of these',
        'team.escape_p': '0.5 or more',
        gone: 'not judged',
      },
    ],
    [
      'o1',
      {
        late: '0.7 or more',
        'late.p': '0.5 or more',
        team: 'blue',
        'team.escape_p': 'below 0.5',
        gone: 'not judged',
      },
    ],
  ]);
  expect(JSON.stringify(await fetch(spec))).not.toContain('7364518');
  expect((await itemsOf(orders))[0]).not.toHaveProperty('answers');
});

it('filters by the answers that count, none of them of a document to which their judgment does not apply [REL-06] [REL-F6]', async () => {
  const ids = async (where: RelationQuery['where']) =>
    (await itemsOf({ ...orders, where, fields: ['attributes.open'] })).map(({ id }) => id);
  expect(await ids({ 'answers.late.p': { gte: 0.3 } })).toEqual(['o1']);
  expect(await ids({ 'answers.late.p': { gte: 0.3 }, 'answers.team.value': 'blue' })).toEqual(['o1']);
  expect(await ids({ not: { 'answers.late.p': { gte: 0.5 } } })).toEqual(['o4', 'o3', 'o2']);
  expect(await ids({ 'answers.late.p': { exists: false } })).toEqual(['o4', 'o3', 'o2']);
});

it('counts the answers that count, all of them and by share [JDG-15] [JDG-16] [REL-F6]', async () => {
  const likely = { 'answers.late.p': { gte: 0.7 } };
  const numbers = {
    likely: count(likely),
    share: count(likely, 'share'),
    all: count(null),
    blue: count({ 'answers.team.value': { eq: 'blue' } }),
    late: count({ 'answers.late.p': { exists: true } }),
  };
  const { documents } = await fetch({ ...orders, where: { 'answers.team.escape_p': { exists: true } } }, { numbers });
  const values = Object.entries(documents[0].numbers!.jdg_mood).map(([name, { value }]) => [name, value]);
  expect(Object.fromEntries(values)).toEqual({ likely: 1, share: 0.5, all: 2, blue: 1, late: 1 });
});

it('compares the answers of a block that count with the judged document [REL-06] [REL-F6]', async () => {
  const where = { 'answers.late.p': { gte: { mine: 'attributes.least' } } };
  const block: RelationQuery = { ...orders, theirs: 'attributes.pair', mine: 'attributes.pair', where, block_cap: 10 };
  const patch = (id: string, least: number) => ({ id, attributes: { pair: 'x', least } });
  await harness.write(org, ns, { patch: [patch('o1', 0.2), patch('o2', 0.7)] });
  const query = { ...queryOf(block), ids: ['o1', 'o2'] };
  const read = async () => {
    const { documents } = placed(JSON.parse(await fetches.fetch(query)) as FetchedDocuments);
    return documents.map(({ related: of }) => of!.jdg_mood.orders.items.map(({ id }) => id));
  };
  expect(await read()).toEqual([[], ['o1']]);
  await harness.putJudgment(org, ns, 'late', { thresholds: {} });
  expect(await read()).toEqual([['o2'], ['o1']]);
  await harness.putJudgment(org, ns, 'late', { applies_to: { 'attributes.open': true }, thresholds: {} });
});

it('says which readers wait for an answer about the document itself that is about to be judged [REL-06]', async () => {
  const read = { awaits: ['late', 'team', 'gone'] };
  const unsettled = async () => (await fetch(orders, read)).documents.map((document) => document.unsettled);
  expect(await unsettled()).toEqual([undefined, undefined]);
  await harness.write(org, ns, { patch: [{ id: 'o1', state: { note: 'x' } }] });
  expect(await unsettled()).toEqual([undefined, ['jdg_mood']]);
  expect((await fetch(orders)).documents[1]).not.toHaveProperty('unsettled');
  const onLate = async () => (await fetch(orders, { awaits: ['late'] })).documents[1].unsettled;
  expect(await onLate()).toEqual(['jdg_mood']);
  // Nobody judges what does not apply.
  await harness.write(org, ns, { patch: [{ id: 'o1', attributes: { open: false } }] });
  expect(await onLate()).toBeUndefined();
  // Nobody judges these by themselves, so nobody waits for them.
  await harness.putJudgment(org, ns, 'late', { policy: 'on_read' });
  await harness.putJudgment(org, ns, 'team', { type: 'choice', options: ['red', 'blue'], policy: 'on_read' });
  expect(await unsettled()).toEqual([undefined, undefined]);
});

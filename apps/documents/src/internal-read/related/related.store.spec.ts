import type { FetchDocuments, FetchedDocuments, RelationQuery } from '@app/contracts/documents';
import { movedClock } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, anEntity, placed, related } from '../../testing/related';
import { FetchService } from '../fetch.service';
import { ReaderPool } from '../../document/pool/reader.pool';
import { RelatedService } from './related.service';
import { readWatermark } from '../watermark.store';

const org = 'org_related';
const ns = 'related/one';
let harness: DocumentsHarness;
let pool: ReaderPool;
let fetches: FetchService;
beforeAll(async () => {
  harness = await openDocuments(8);
  pool = new ReaderPool({ readerPoolSize: 2 }, harness.database);
  await pool.onModuleInit();
  fetches = new FetchService(movedClock, pool, harness.snapshots, new RelatedService());
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  await harness.write(org, ns, {
    upsert: [
      { id: 'c1', attributes: { email: 'x@y' }, state: { tier: 'gold', secret: 1 } },
      { id: 'a1' },
      { id: 'a2' },
    ],
  });
  const message = (n: number) => ({
    id: `m${n}`,
    created_at: `2026-01-0${n}T00:00:00.000Z`,
    attributes: { account: n === 5 ? ['a2', 'a1'] : 'a1', open: n % 2 === 1, weight: 10 - n },
    state: { text: `text ${n}`, other: 'o' },
  });
  await harness.write(org, ns, { upsert: [1, 2, 3, 4, 5].map(message) });
  await harness.write(org, ns, {
    upsert: ['o1', 'o2'].map((id) => ({ id, attributes: { customer: id === 'o1' ? 'c1' : 7, email: 'x@y' } })),
  });
}, 60_000);
afterAll(async () => {
  await pool.onApplicationShutdown();
  await harness.close();
});

const join = { where: null, order_by: [], last_n: 20, window: null };
const messages: RelationQuery = { theirs: 'attributes.account', mine: 'id', fields: ['state.text'], ...join };
const customer: RelationQuery = { theirs: 'id', mine: 'attributes.customer', fields: ['state.tier'], ...join };
const twins: RelationQuery = {
  theirs: 'attributes.email',
  mine: 'attributes.email',
  ...join,
  fields: ['attributes.email'],
};

async function fetched(ids: string[], specs: RelationQuery[]): Promise<FetchedDocuments> {
  const relations = Object.fromEntries(specs.map((_, index) => [`r${index}`, index]));
  const query: FetchDocuments = {
    organization: org,
    namespace: ns,
    ids,
    judgments: ['jdg_mood'],
    specs,
    read: { jdg_mood: { relations } },
  };
  return placed(JSON.parse(await fetches.fetch(query)) as FetchedDocuments);
}
async function idsOf(id: string, spec: RelationQuery): Promise<string[]> {
  return (await fetched([id], [spec])).documents[0].related!.jdg_mood.r0.items.map((item) => item.id);
}

it('reads children of an entity newest first, with the members that the relation names [REL-01] [JDG-22]', async () => {
  const { documents, watermark } = await fetched(['a1', 'a2', 'o1', 'none'], [messages, customer]);
  const [first, second, order] = documents.map(({ related: own }) => own!.jdg_mood);
  expect(first.r0.items.map(({ id }) => id)).toEqual(['m5', 'm4', 'm3', 'm2', 'm1']);
  expect(first.r0.items[0]).toEqual({
    id: 'm5',
    attributes: {},
    state: { text: 'text 5' },
    created_at: '2026-01-05T00:00:00.000Z',
    updated_at: expect.any(String) as string,
  });
  expect(first.r0.more).toBe(false);
  expect(second.r0.items.map(({ id }) => id)).toEqual(['m5']);
  expect([first.r1.items, order.r1.items.map(({ id, state }) => [id, state])]).toEqual([
    [],
    [['c1', { tier: 'gold' }]],
  ]);
  expect(documents[0].wanted).toEqual({ jdg_mood: expect.any(Number) as number });
  expect(Date.parse(watermark!)).toBeLessThanOrEqual(movedClock.now() + 1000);
});

it('takes a key of another type for no id, and leaves a document out of its own block', async () => {
  expect(await idsOf('o2', customer)).toEqual([]);
  expect(await idsOf('o1', twins)).toEqual(expect.arrayContaining(['c1', 'o2']));
  expect(await idsOf('o1', twins)).toHaveLength(2);
  expect(await idsOf('o1', { ...twins, last_n: 2 })).toHaveLength(2);
  expect(await idsOf('a1', twins)).toEqual([]);
});

it('filters, orders and limits before anything is read of the others', async () => {
  const open = { ...messages, where: { 'attributes.open': true } };
  expect(await idsOf('a1', open)).toEqual(['m5', 'm3', 'm1']);
  expect(await idsOf('a1', { ...open, last_n: 2 })).toEqual(['m5', 'm3']);
  const own = { ...messages, where: { 'attributes.account': { contains: 'a1' }, id: { ne: { mine: 'id' } } } };
  expect(await idsOf('a1', own)).toEqual(['m5', 'm4', 'm3', 'm2', 'm1']);
  expect(await idsOf('a1', { ...messages, where: { 'attributes.account': { mine: 'id' } } })).toHaveLength(4);
  const order_by = [{ path: 'attributes.weight', direction: 'desc' as const }];
  expect(await idsOf('a1', { ...messages, order_by, last_n: 2 })).toEqual(['m1', 'm2']);
  expect(await idsOf('a1', { ...messages, window: { at: 'created_at', within: '1d' } })).toEqual([]);
  expect(await idsOf('a1', { ...messages, window: { at: 'created_at', within: '36500d' } })).toHaveLength(5);
});

it('reads the same by links, and without them while they are being built', async () => {
  const before = await fetched(['a1', 'a2', 'o1'], [messages, twins]);
  await harness.putJudgment(org, ns, 'twin', related(aBlock()));
  const building = await fetched(['a1', 'a2', 'o1'], [messages, twins]);
  expect(building.documents.map((one) => one.related)).toEqual(before.documents.map((one) => one.related));
  while (await harness.links.turn()) await harness.database.query('update link_name set lease_until = null');
  const linked = await fetched(['a1', 'a2', 'o1'], [messages, twins]);
  expect(linked.documents.map((one) => one.related)).toEqual(before.documents.map((one) => one.related));
});

it('gives back the documents whose related ones pass the size of a reply, and cuts one relation at 256 KiB', async () => {
  const text = 'x'.repeat(90_000);
  const entities = Array.from({ length: 40 }, (_, n) => `big${String(n).padStart(2, '0')}`);
  for (const account of entities) {
    const upsert = [1, 2, 3, 4].map((n) => ({ id: `${account}-${n}`, attributes: { account }, state: { text } }));
    await harness.write(org, ns, { upsert: [{ id: account }, ...upsert] });
  }
  const { documents, remaining } = await fetched(entities, [messages]);
  expect(documents[0].related!.jdg_mood.r0).toMatchObject({ items: [{}, {}, {}], more: true });
  expect([...documents.map(({ id }) => id), ...remaining!]).toEqual(entities);
  expect(documents.length).toBeGreaterThan(20);
  expect(JSON.stringify(documents).length).toBeLessThan(8 * 1024 * 1024);
}, 30_000);

it('stamps every change that a snapshot lacks after its watermark [ANS-04]', async () => {
  let commit = (): void => undefined;
  let hasBegun = (): void => undefined;
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const writing = harness.database.transaction('spec', async (tx) => {
    await tx.query('select 1');
    hasBegun();
    await new Promise<void>((resolve) => (commit = resolve));
    await tx.query(
      `insert into related_change (namespace_id, judgment_id, mine, key, changed_at) values (0, 'jdg', '', '', app.now())`,
    );
  });
  await begun;
  const watermark = await readWatermark(harness.database);
  expect((await harness.database.query(`select from related_change where namespace_id = 0`)).rowCount).toBe(0);
  commit();
  await writing;
  const { rows } = await harness.database.query<{ changed_at: Date }>(
    `delete from related_change where namespace_id = 0 returning changed_at`,
  );
  expect(watermark.getTime()).toBeLessThanOrEqual(rows[0].changed_at.getTime());
  expect((await readWatermark(harness.database)).getTime()).toBeGreaterThan(watermark.getTime());
});

it('is not held back by connections that write nothing [ANS-04]', async () => {
  const beside = await harness.database.openBeside({ name: 'spec', poolSize: 1 });
  const before = await readWatermark(harness.database);
  await beside.transaction('spec', async (tx) => {
    await tx.query('select pg_sleep(0.002)');
    expect((await readWatermark(harness.database)).getTime()).toBeGreaterThan(before.getTime());
    const { rows } = await tx.query<{ at: Date }>('select app.now() as at');
    await tx.query('select pg_sleep(0.002)');
    expect((await readWatermark(harness.database)).getTime()).toBeGreaterThan(rows[0].at.getTime());
  });
  await beside.close();
});

it('reads a relation for a second reader of its own, also without a path and past `last_n` of the first [REL-F5]', async () => {
  const shown = [{ ...messages, last_n: 2 }, customer, { ...twins, last_n: 1 }];
  const looks = shown.map((spec) => ({ ...spec, fields: [], last_n: (spec.last_n ?? 0) + 1 }));
  const relations = (from: number) => ({ children: from, customer: from + 1, twins: from + 2 });
  const query: FetchDocuments = {
    organization: org,
    namespace: ns,
    ids: ['a1', 'o1'],
    judgments: [],
    specs: [...shown, ...looks],
    read: { definition: { relations: relations(0) }, look: { relations: relations(3) } },
  };
  const { documents } = placed(JSON.parse(await fetches.fetch(query)) as FetchedDocuments);
  const idsOfEach = documents.map(({ related: own }) =>
    Object.values(own!).map((byName) => Object.values(byName).map(({ items }) => items.map(({ id }) => id))),
  );
  expect(idsOfEach).toEqual([
    [
      [['m5', 'm4'], [], []],
      [['m5', 'm4', 'm3'], [], []],
    ],
    [
      [[], ['c1'], ['o2']],
      [[], ['c1'], ['o2', 'c1']],
    ],
  ]);
  expect(documents[0].related!.look.children.items[0]).toMatchObject({ attributes: {}, state: {} });
});

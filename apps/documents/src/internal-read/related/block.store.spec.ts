import type { FetchDocuments, FetchedDocuments, RelationQuery } from '@app/contracts/documents';
import { movedClock } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, placed, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';
import { FetchService } from '../fetch.service';
import { ReaderPool } from '../../document/pool/reader.pool';
import { RelatedService } from './related.service';

const org = 'org_blocks';
const ns = 'blocks/one';
let harness: DocumentsHarness;
let pool: ReaderPool;
let fetches: FetchService;
beforeAll(async () => {
  harness = await openDocuments(9);
  pool = new ReaderPool({ readerPoolSize: 2 }, harness.database);
  await pool.onModuleInit();
  fetches = new FetchService(movedClock, pool, harness.snapshots, new RelatedService());
  await harness.putJudgment(org, ns, 'twin', related(aBlock()));
  const person = (n: number) => ({
    id: `p${n}`,
    created_at: `2026-01-0${n}T00:00:00.000Z`,
    attributes: { email: n === 5 ? ['x@y', 'z@y'] : 'x@y', weight: n % 3 },
    state: { name: `Person ${n}`, secret: 1 },
  });
  await harness.write(org, ns, { upsert: [1, 2, 3, 4, 5].map(person) });
  const z = { attributes: { email: 'z@y', weight: 0 }, state: { name: 'Z' } };
  await harness.write(org, ns, { upsert: [{ id: 'z1', created_at: '2026-02-01T00:00:00.000Z', ...z }] });
  await harness.write(org, ns, { upsert: [{ id: 'alone', attributes: { email: 'a@y' } }, { id: 'none' }] });
}, 60_000);
afterAll(async () => {
  await pool.onApplicationShutdown();
  await harness.close();
});

const twins: RelationQuery = {
  theirs: 'attributes.email',
  mine: 'attributes.email',
  where: null,
  order_by: [],
  last_n: 20,
  window: null,
  fields: ['state.name'],
};

async function raw(ids: string[], specs: RelationQuery[], candidates?: number): Promise<FetchedDocuments> {
  const relations = Object.fromEntries(specs.map((_, index) => [`r${index}`, index]));
  const query: FetchDocuments = {
    organization: org,
    namespace: ns,
    ids,
    judgments: ['jdg_twin'],
    specs,
    read: { jdg_twin: { relations, ...(candidates !== undefined && { candidates }) } },
  };
  return JSON.parse(await fetches.fetch(query)) as FetchedDocuments;
}
async function blocksOf(ids: string[], spec: RelationQuery): Promise<[string[], boolean][]> {
  const { documents } = placed(await raw(ids, [spec]));
  return documents.map(({ related: own }) => {
    const { items, more } = own!.jdg_twin.r0;
    return [items.map(({ id }) => id), more];
  });
}

it('reads the others of a block, each once for all documents of the fetch [REL-10]', async () => {
  const { documents, shared } = await raw(['p1', 'p2', 'p3', 'p4', 'p5', 'z1', 'alone', 'none'], [twins]);
  expect(shared!.map(({ id }) => id).sort()).toEqual(['p1', 'p2', 'p3', 'p4', 'p5', 'z1']);
  expect(shared!.find(({ id }) => id === 'p1')).toMatchObject({ attributes: {}, state: { name: 'Person 1' } });
  const read = placed({ documents, shared }).documents.map(({ related: own }) => own!.jdg_twin.r0);
  const ids = read.map(({ items }) => items.map(({ id }) => id));
  expect(ids[0]).toEqual(['p5', 'p4', 'p3', 'p2']);
  expect(ids[4]).toEqual(['z1', 'p4', 'p3', 'p2', 'p1']);
  expect(ids.slice(5)).toEqual([['p5'], [], []]);
  expect(read.every(({ more }) => !more)).toBe(true);
});

it('keeps the newest of a block, and says so where others could have been read [REL-10] [NS-20]', async () => {
  const capped = { ...twins, block_cap: 2 };
  expect(await blocksOf(['p1', 'p5', 'p3'], capped)).toEqual([
    [['p5', 'p4'], true],
    [['z1', 'p4'], true],
    [['p5', 'p4'], true],
  ]);
  expect(await blocksOf(['p1'], { ...capped, block_cap: 4 })).toEqual([[['p5', 'p4', 'p3', 'p2'], false]]);
  // The newest are read whatever else shares the key.
  expect(await blocksOf(['p1'], { ...capped, last_n: 1 })).toEqual([[['p5'], false]]);
  const order_by = [{ path: 'attributes.weight', direction: 'asc' as const }];
  expect(await blocksOf(['p1'], { ...capped, last_n: 1, order_by })).toEqual([[['p4'], true]]);
});

it('bounds a block by the cap of the namespace where the judgment sets none [NS-20] [REL-05]', async () => {
  await harness.database.query(`update namespace set fanout = '{"block_cap": 3}' where organization = $1`, [org]);
  expect(await blocksOf(['p1'], twins)).toEqual([[['p5', 'p4', 'p3'], true]]);
  expect(await blocksOf(['p1'], { ...twins, block_cap: 4 })).toEqual([[['p5', 'p4', 'p3', 'p2'], false]]);
  await harness.database.query(`update namespace set fanout = '{}' where organization = $1`, [org]);
});

it('filters and orders a block, also by what the judged document has', async () => {
  const where = { 'attributes.weight': { gte: 1 } };
  expect(await blocksOf(['p1', 'p2'], { ...twins, where })).toEqual([
    [['p5', 'p4', 'p2'], false],
    [['p5', 'p4', 'p1'], false],
  ]);
  const same = { ...twins, where: { 'attributes.weight': { mine: 'attributes.weight' } } };
  expect(await blocksOf(['p1', 'p2', 'p3'], same)).toEqual([
    [['p4'], false],
    [['p5'], false],
    [[], false],
  ]);
});

it('compares any path of a member with any path of the judged document [REL-16] [REL-F6]', async () => {
  // The answer about p2 does not count.
  await harness.putJudgment(org, ns, 'risk', { applies_to: { 'state.name': { ne: 'Person 2' } }, thresholds: {} });
  const risky = (id: string, number: number) => anAnswer(id, 'risk', { document_version: 1e9, seen: 1e9, number });
  await harness.applyAnswers(org, ns, [risky('p2', 0.2), risky('p4', 0.4), risky('p5', 1)]);
  const of = async (id: string, where: NonNullable<RelationQuery['where']>) =>
    (await blocksOf([id], { ...twins, where }))[0][0];
  // Texts: Person 1 to Person 5.
  expect(await of('p3', { 'state.name': { gt: { mine: 'state.name' } } })).toEqual(['p5', 'p4']);
  expect(await of('p3', { id: { lt: { mine: 'id' } }, 'attributes.weight': { gte: 2 } })).toEqual(['p2']);
  expect(await of('p3', { created_at: { lte: { mine: 'created_at' } } })).toEqual(['p2', 'p1']);
  expect(await of('p3', { created_at: { ne: { mine: 'updated_at' } } })).toEqual(['p5', 'p4', 'p2', 'p1']);
  expect(await of('p3', { created_at: { eq: { mine: 'updated_at' } } })).toEqual([]);
  const earlier = { created_at: { lt: { mine: 'created_at' } } };
  const either = { any: [earlier, { 'attributes.weight': 2 }] };
  expect(await of('p3', either)).toEqual(['p5', 'p2', 'p1']);
  // Of p1 the weight is 1, of p3 it is 0.
  const surer = { 'answers.risk.p': { gte: { mine: 'attributes.weight' } } };
  expect(await of('p1', surer)).toEqual(['p5']);
  expect(await of('p3', { ...surer, 'answers.risk.p': { lt: 0.9, gt: { mine: 'attributes.weight' } } })).toEqual([
    'p4',
  ]);
  expect(await of('p3', { not: surer })).toEqual(['p2', 'p1']);
});

it('reads all documents that match as candidates, and knows when there are more [REL-11]', async () => {
  const all = { ...twins, last_n: null };
  const children = { ...all, mine: 'id' as const, theirs: 'attributes.email' as const };
  const ids = async (spec: RelationQuery, id: string) => {
    const { documents } = placed(await raw([id], [twins, spec], 1));
    const { items, more } = documents[0].candidates!.jdg_twin;
    return [items.map((item) => item.id), more];
  };
  expect(await ids(all, 'p1')).toEqual([['p5', 'p4', 'p3', 'p2'], false]);
  expect(await ids({ ...all, block_cap: 2 }, 'p1')).toEqual([['p5', 'p4'], true]);
  expect(await ids(all, 'alone')).toEqual([[], false]);
  await harness.write(org, ns, { upsert: [{ id: 'x@y' }] });
  expect(await ids({ ...children, block_cap: 5 }, 'x@y')).toEqual([['p5', 'p4', 'p3', 'p2', 'p1'], false]);
  expect(await ids({ ...children, block_cap: 4 }, 'x@y')).toEqual([['p5', 'p4', 'p3', 'p2'], true]);
});

it('reads candidates beyond the 256 KiB of a relation, since each of them may be chosen [REL-11]', async () => {
  const ids = ['c1', 'c2', 'c3', 'c4', 'c5'];
  const state = { name: 'x'.repeat(90_000) };
  const children = ids.map((id, n) => ({ id, created_at: `2026-03-0${n + 1}T00:00:00.000Z`, state }));
  await harness.write(org, ns, { upsert: [{ id: 'c@y' }] });
  await harness.write(org, ns, { upsert: children.map((one) => ({ ...one, attributes: { email: 'c@y' } })) });
  for (const [mine, id, found] of [
    ['attributes.email', 'c5', ['c4', 'c3', 'c2', 'c1']],
    ['id', 'c@y', ['c5', 'c4', 'c3', 'c2', 'c1']],
  ] as const) {
    const { documents } = placed(await raw([id], [twins, { ...twins, mine, last_n: null }], 1));
    const { items, more } = documents[0].candidates!.jdg_twin;
    expect([items.map((item) => item.id), more]).toEqual([found, false]);
  }
});

it('gives documents back when the blocks of a fetch pass the size of a reply', async () => {
  const name = 'x'.repeat(200_000);
  const many = Array.from({ length: 24 }, (_, n) => `b${String(n).padStart(2, '0')}`);
  for (const id of many) {
    const members = ['', '-other'].map((end) => ({ id: `${id}${end}`, attributes: { email: id }, state: { name } }));
    await harness.write(org, ns, { upsert: members });
  }
  const { documents, shared, remaining } = await raw(many, [twins]);
  expect([...documents.map(({ id }) => id), ...remaining!]).toEqual(many);
  expect(documents.length).toBeGreaterThan(15);
  expect(JSON.stringify(shared).length).toBeLessThan(5 * 1024 * 1024);
}, 30_000);

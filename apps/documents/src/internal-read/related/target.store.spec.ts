import type { FetchDocuments, FetchedDocuments, RelationQuery } from '@app/contracts/documents';
import { explained, movedClock, nodesOf, statementsOf } from '@app/testing';
import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aPointer, placed, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';
import { ReaderPool } from '../../document/pool/reader.pool';
import { FetchService } from '../fetch.service';
import { Given, givenBefore } from './relation-before.fake';
import type { RelationPlace } from './relation-sql';
import { RelatedService } from './related.service';

const org = 'org_target';
const ns = 'target/one';
const targets = 9;
let harness: DocumentsHarness;
let pool: ReaderPool;
let fetches: FetchService;
let place: RelationPlace;

/** Some were created together, some are large, one has members that a careless text would confuse. */
const targetOf = (n: number) => ({
  id: `t${n}`,
  created_at: `2026-01-0${1 + (n % 4)}T00:00:00.000Z`,
  attributes: { kind: n % 3 === 0 ? 'odd' : 'even', weight: n % 5 },
  state: {
    name: `Target "${n}" \u2028\u0001é`,
    none: null,
    'a.b "c"': [n, null],
    deep: { list: [{ n: 1.5 }, {}], text: 'x' },
    ...(n % 2 === 0 && { ключ: { n } }),
    ...(n % 2 === 1 && { large: 'x'.repeat(120_000) }),
  },
});

beforeAll(async () => {
  harness = await openDocuments(8);
  pool = new ReaderPool({ readerPoolSize: 2 }, harness.database);
  await pool.onModuleInit();
  fetches = new FetchService(movedClock, pool, harness.snapshots, new RelatedService());
  await harness.putJudgment(org, ns, 'mood', related(aPointer()));
  await harness.putJudgment(org, ns, 'risk', { applies_to: { 'attributes.kind': 'odd' }, thresholds: {} });
  await harness.write(org, ns, { upsert: Array.from({ length: targets }, (_, n) => targetOf(n)) });
  const answered = { document_version: 1e9, seen: 1e9, number: 0.7 };
  await harness.applyAnswers(org, ns, [anAnswer('t1', 'risk', answered), anAnswer('t3', 'risk', answered)]);
  const query = 'select id from namespace where organization = $1 and name = $2';
  const { rows } = await harness.database.query<{ id: string }>(query, [org, ns]);
  const inForce = await harness.snapshots.readRemembered({ organization: org, namespace: ns });
  place = { namespaceId: rows[0].id, inForce, isLinked: () => false, blockCap: 3 };
}, 60_000);
afterAll(async () => {
  await pool.onApplicationShutdown();
  await harness.close();
});

const pointer: RelationQuery = {
  theirs: 'id',
  mine: 'attributes.to',
  fields: ['state.name'],
  where: null,
  order_by: [],
  last_n: 20,
  window: null,
};
const aTarget = fc.constantFrom<unknown>(...Array.from({ length: targets }, (_, n) => `t${n}`), 'missing', 'j0', 7);
const side = fc.oneof(fc.array(aTarget, { maxLength: 12 }), aTarget, fc.constant<unknown>(undefined));
const order = fc.record({
  path: fc.constantFrom('created_at', 'id', 'attributes.weight', 'state.name', 'state.deep.text'),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});
/** Blocks, in which both sides are attributes, are chosen another way. */
const join = fc.constantFrom<Pick<RelationQuery, 'theirs' | 'mine'>>(
  ...[{ theirs: 'id', mine: 'attributes.to' } as const, { theirs: 'id', mine: 'attributes.to' } as const],
  ...[{ theirs: 'id', mine: 'id' } as const, { theirs: 'attributes.to', mine: 'id' } as const],
);
const reading = fc.record({
  fields: fc.uniqueArray(
    fc.constantFrom(
      ...['state.name', 'state.none', 'state.deep.list', 'state.deep.text', 'state.ключ', 'state.large', 'state.no'],
      ...['attributes.kind', 'attributes.weight', 'state."a.b \\"c\\""'],
    ),
    { maxLength: 6 },
  ),
  where: fc.constantFrom<RelationQuery['where']>(
    ...[null, null, null, { 'attributes.kind': 'odd' }, { 'state.none': { exists: true } }],
    ...[{ created_at: { lt: { mine: 'created_at' } } }, { 'answers.risk.status': 'fresh' }],
  ),
  order_by: fc.array(order, { maxLength: 2 }),
  last_n: fc.constantFrom(1, 2, 3, 20, null),
  window: fc.constantFrom(null, null, { at: 'created_at', within: '36500d' }, { at: 'created_at', within: '1d' }),
  answers: fc.constantFrom(undefined, [{ judgment: 'risk', cut: 0.5 }] as RelationQuery['answers']),
});
const relation = fc
  .tuple(join, reading)
  .map(([sides, { answers, ...read }]): RelationQuery => ({ ...sides, ...read, ...(answers && { answers }) }));

const ids = ['j0', 'j1', 'j2', 'j3'];
/** Points judged documents at others. */
const point = (sides: readonly unknown[]) =>
  harness.write(org, ns, {
    upsert: sides.map((to, n) => ({ id: `j${n}`, attributes: to === undefined ? {} : { to } })),
  });
const queryOf = (specs: RelationQuery[], of: readonly string[] = ids): FetchDocuments => ({
  organization: org,
  namespace: ns,
  ids: [...of],
  judgments: ['jdg_mood'],
  specs,
  read: { jdg_mood: { relations: Object.fromEntries(specs.map((_, index) => [`r${index}`, index])) } },
});

/** What each relation gives each judged document, as texts. */
async function givenNow(specs: RelationQuery[], sides: readonly unknown[]): Promise<Given[][]> {
  const judged = sides.map((to, n) => ({ id: ids[n], attributes: JSON.stringify(to === undefined ? {} : { to }) }));
  const { texts, shared } = await new RelatedService().read(pool, queryOf(specs), place.inForce, judged);
  return specs.map((_, index) =>
    texts.map((text) => {
      const { related: own } = JSON.parse(`{${text}}`) as { related: Record<string, Record<string, Shown>> };
      const { items, shared: places, more } = own.jdg_mood[`r${index}`];
      return { items: places ? places.map((at) => shared[at]) : items.map((item) => JSON.stringify(item)), more };
    }),
  );
}
interface Shown {
  items: object[];
  shared?: number[];
  more: boolean;
}
/** Without the spaces and escapes by which the texts of Postgres and of Node differ. */
const plain = ({ items, more }: Given) => ({ items: items.map((text) => JSON.stringify(JSON.parse(text))), more });

it('gives what each judged document found for itself, whatever the relation and what is pointed at [REL-01]', async () => {
  await harness.database.query(`update namespace set fanout = '{"block_cap": 3}' where organization = $1`, [org]);
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(side, side, side, side),
      fc.array(relation, { minLength: 1, maxLength: 3 }),
      async (sides, specs) => {
        await point(sides);
        const now = await givenNow(specs, sides);
        for (const [index, spec] of specs.entries()) {
          const judged = sides.map((to, n) => ({ id: ids[n], value: spec.mine === 'id' ? ids[n] : to }));
          const before = await givenBefore(pool, place, spec, judged);
          expect(now[index].map(plain)).toEqual(before.map(plain));
          // Texts that are shared are those of before to the byte.
          if (spec.theirs === 'id' && spec.where === null) expect(now[index]).toEqual(before);
        }
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);

it('reads each document once, however many judged ones point at it, and by its key alone [REL-01]', async () => {
  const many = Array.from({ length: 300 }, (_, n) => ({ id: `k${n}`, state: { name: `${n}`, text: 'x'.repeat(500) } }));
  for (let n = 0; n < 300; n += 100) await harness.write(org, ns, { upsert: many.slice(n, n + 100) });
  const pointed = Array.from({ length: 12 }, (_, n) => `k${n * 20}`);
  await point([pointed, pointed, pointed.slice(3), pointed[0]]);
  const relations: [RelationQuery, number][] = [
    [pointer, 12],
    [{ ...pointer, where: { 'state.name': { exists: true } } }, 12],
    [{ ...pointer, fields: ['state.name', 'state.text'], order_by: [{ path: 'id', direction: 'asc' }] }, 12],
    // Which are the first is known by their creation alone; those are read then.
    [{ ...pointer, last_n: 2 }, 16],
    // What compares with the judged document is looked at for each of them.
    [{ ...pointer, where: { id: { ne: { mine: 'id' } } } }, 34],
  ];
  for (const known of ['no statistics', 'statistics']) {
    if (known === 'statistics') await harness.database.query('analyze document');
    for (const [spec, most] of relations) {
      const sent = await statementsOf(() => fetches.fetch(queryOf([spec])));
      const own = sent.filter(({ text }) => text.includes('k(id') || text.includes('pair as'));
      const plans = await Promise.all(own.map(({ text, values }) => explained(harness.database, text, values)));
      const scans = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'document');
      const asked = scans.filter(({ 'Index Name': index }) => index === 'document_pkey');
      expect(asked).toHaveLength(scans.length);
      const read = scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
      // The four judged documents are joined where a relation may compare with them.
      expect([known, spec.where, read <= most + 4]).toEqual([known, spec.where, true]);
    }
  }
});

it('has each document once in a reply, and gives back who does not fit [REL-01]', async () => {
  const text = 'x'.repeat(90_000);
  const big = (n: number) => ({ id: `big${String(n).padStart(3, '0')}`, state: { text } });
  const all = Array.from({ length: 120 }, (_, n) => big(n));
  for (let n = 0; n < 120; n += 20) await harness.write(org, ns, { upsert: all.slice(n, n + 20) });
  const judged = Array.from({ length: 60 }, (_, n) => ({
    id: `p${String(n).padStart(2, '0')}`,
    attributes: { to: n < 20 ? all.slice(0, 4).map(({ id }) => id) : [all[2 * n].id, all[2 * n + 1].id] },
  }));
  await harness.write(org, ns, { upsert: judged });
  const ofAll = judged.map(({ id }) => id);
  const spec = { ...pointer, fields: ['state.text'] };
  const reply = await fetches.fetch(queryOf([spec, { ...spec, last_n: 3 }], ofAll));
  const { documents, shared, remaining } = placedOf(reply);
  // A relation of one document ends after 256 KiB.
  expect(documents[0].related!.jdg_mood.r0).toMatchObject({ items: [{}, {}, {}], more: true });
  expect(documents[19].related!.jdg_mood.r0.items).toEqual(documents[0].related!.jdg_mood.r0.items);
  expect(documents.map(({ id }) => id)).toEqual(ofAll.slice(0, documents.length));
  expect(remaining).toEqual(ofAll.slice(documents.length));
  expect(documents.length).toBeGreaterThan(25);
  expect(reply.length).toBeLessThan(4.5 * 1024 * 1024);
  expect(new Set(shared!.map((item) => JSON.stringify(item))).size * 2).toBe(shared!.length);
  // What was past the bytes that are read at once, and is wanted, is read then.
  const few = placedOf(await fetches.fetch(queryOf([spec], ofAll.slice(40, 44))));
  expect(few.documents.map(({ related: own }) => own!.jdg_mood.r0.items.map(({ id }) => id))).toEqual(
    [80, 82, 84, 86].map((n) => [all[n].id, all[n + 1].id]),
  );
}, 30_000);

function placedOf(reply: string): FetchedDocuments {
  const fetched = JSON.parse(reply) as FetchedDocuments;
  return { ...fetched, documents: placed(fetched).documents };
}

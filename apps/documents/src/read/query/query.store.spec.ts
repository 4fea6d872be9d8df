import { DocumentView } from '@app/contracts/documents';
import { matches, parseFilter } from '@app/filter';
import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';

let harness: DocumentsHarness;
const org = 'org_query';
const ns = 'q/one';

interface Made {
  id: string;
  attributes: Record<string, unknown>;
  state: Record<string, unknown>;
}

const value = fc.oneof(fc.constantFrom('s1', 's2', 's3', ''), fc.integer({ min: -3, max: 3 }), fc.boolean());
const documents = fc
  .sample(
    fc.record({
      attributes: fc.dictionary(fc.constantFrom('seller', 'total', 'flag'), value),
      state: fc.record({ note: value, tags: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }) }),
    }),
    { numRuns: 500, seed: 11 },
  )
  .map((made, index): Made => ({ id: `d${String(index).padStart(3, '0')}`, ...made }));
const numbers = new Map<string, number>();
let stored: DocumentView[] = [];

beforeAll(async () => {
  harness = await openDocuments();
  await harness.putJudgment(org, ns, 'late');
  for (let at = 0; at < 500; at += 100) {
    const { documents: written } = await harness.write(org, ns, { upsert: documents.slice(at, at + 100) });
    const answers = written.slice(0, 60).map(({ id, version }, index) => {
      numbers.set(id, (index % 11) / 10);
      return anAnswer(id, 'late', { document_version: version, seen: version, number: (index % 11) / 10 });
    });
    await harness.applyAnswers(org, ns, answers);
  }
  for (let at = 0; at < 500; at += 100) {
    const ids = documents.slice(at, at + 100).map(({ id }) => id);
    stored = [...stored, ...(await harness.read(org, ns, ids)).documents];
  }
}, 60_000);
afterAll(() => harness.close());

function expected(json: object): string[] {
  const filter = parseFilter(json, { pointer: '', allow: { answers: true, within: true } });
  const nowMs = Date.now();
  return stored
    .filter((document) => {
      const { id, created_at, updated_at, attributes, state } = document;
      return matches(
        filter,
        {
          id,
          created_at,
          updated_at,
          attributes: attributes as Record<string, unknown>,
          state: state as Record<string, unknown>,
          answer: (name, field) => (name === 'late' && field.kind === 'p' ? numbers.get(id) : null),
        },
        nowMs,
      );
    })
    .map(({ id }) => id);
}

async function pages(query: object, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await harness.query(org, ns, { ...query, limit, include: [], ...(cursor && { cursor }) });
    ids.push(...page.documents.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return ids;
}

const path = fc.constantFrom('attributes.seller', 'attributes.total', 'attributes.flag', 'state.note', 'id');
const test = fc.oneof(
  fc.record({ eq: value }),
  fc.record({ in: fc.array(value, { maxLength: 3 }) }),
  fc.record({ gte: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ lt: fc.constantFrom('s2', 'd250') }),
  fc.record({ exists: fc.boolean() }),
);
const condition = fc.oneof(
  fc.tuple(path, test).map(([at, holds]) => ({ [at]: holds })),
  fc.constantFrom<object>({ 'answers.late.p': { gte: 0.5 } }, { 'state.tags': { contains: 'b' } }),
);
const filter = fc.oneof(
  condition,
  fc.tuple(condition, condition).map(([a, b]) => ({ ...a, ...b })),
  fc.tuple(condition, condition).map((any) => ({ any })),
  condition.map((not) => ({ not })),
);

describe('a query', () => {
  it('finds what the filter in memory finds; its pages together are the whole result [DOC-04] [DOC-12]', async () => {
    await fc.assert(
      fc.asyncProperty(filter, fc.constantFrom(7, 100), async (json, limit) => {
        expect(await pages({ filter: json }, limit)).toEqual(expected(json));
      }),
      { numRuns: process.env.LONG === '1' ? 150 : 50 },
    );
  }, 120_000);

  it('orders missing keys last, counts, and counts stale answers', async () => {
    const query = {
      filter: { 'attributes.total': { gte: 0 } },
      order_by: [{ path: 'answers.late.p', direction: 'desc' as const }],
    };
    const ids = await pages(query, 9);
    expect([...ids].sort()).toEqual(expected(query.filter));
    const p = ids.map((id) => numbers.get(id) ?? -1);
    expect(p).toEqual([...p].sort((a, b) => b - a));
    const counted = await harness.query(org, ns, { ...query, limit: 1, count: true });
    expect(counted.count).toBe(ids.length);
    const id = [...numbers.keys()][0];
    await harness.write(org, ns, { patch: [{ id, state: { note: 'moved' } }] });
    expect((await harness.query(org, ns, { filter: { id } })).stale_count).toBe(1);
  });

  it.each(['asc', 'desc'])(
    'orders by an attribute beside an equality, in pages, missing keys last, equal keys by id, %s [DOC-12]',
    async (direction) => {
      const order_by = [{ path: 'attributes.total', direction }];
      const total = new Map(documents.map(({ id, attributes }) => [id, attributes.total]));
      const rank = (id: string) => ['undefined', 'boolean', 'number', 'string'].indexOf(typeof total.get(id));
      for (const beside of [
        {},
        { 'attributes.flag': { in: [true, false, 1, 's1'] } },
        { 'attributes.total': { gte: -1 } },
      ]) {
        const asked = { 'attributes.seller': 's1', ...beside };
        const ids = await pages({ filter: asked, order_by }, 3);
        const sign = direction === 'asc' ? 1 : -1;
        const byTotal = [...expected(asked)].sort((a, b) => {
          if (rank(a) === 0 || rank(b) === 0) return Number(rank(a) === 0) - Number(rank(b) === 0) || (a < b ? -1 : 1);
          const [one, other] = [total.get(a)!, total.get(b)!];
          return sign * (rank(a) - rank(b) || (one < other ? -1 : one > other ? 1 : 0)) || (a < b ? -1 : 1);
        });
        expect(ids.length).toBeGreaterThan(3);
        expect(ids).toEqual(byTotal);
      }
    },
  );

  it('refuses an unknown judgment and an unknown namespace', async () => {
    const refused = harness.query(org, ns, { filter: { 'answers.none.p': 1 } });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', details: { reason: 'unknown_path' } });
    await expect(harness.query(org, 'q/none', {})).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes every cursor that it gives, however long the keys of the order are [defect W-H5]', async () => {
    const long = 'q/long';
    const control = '\u0001'.repeat(1024);
    const upsert = Array.from({ length: 6 }, (_, n) => ({
      id: `${n}${'i'.repeat(255)}`,
      attributes: { a: `${n % 2}${control.slice(1)}`, b: `${n % 3}${'é'.repeat(500)}`, c: 'c'.repeat(1024) },
      state: { note: `${'n'.repeat(400)}${n % 2}${'\u{1F4E6}'.repeat(100_000)}`, tail: `${'n'.repeat(600)}${5 - n}` },
    }));
    await harness.write(org, long, { upsert });
    const orders = [
      ['state.note'],
      ['attributes.a', 'attributes.b', 'attributes.c', 'state.note'],
      ['attributes.a'],
      ['state.tail'],
    ];
    for (const paths of orders) {
      const order_by = paths.map((path) => ({ path }));
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await harness.query(org, long, { order_by, limit: 2, include: [], ...(cursor && { cursor }) });
        found.push(...page.documents.map(({ id }) => id.slice(0, 1)));
        cursor = page.next_cursor ?? undefined;
        expect(cursor === undefined || cursor.length <= 16_384).toBe(true);
      } while (cursor);
      expect([...found].sort()).toEqual(['0', '1', '2', '3', '4', '5']);
      if (paths[0] === 'state.note') expect(found).toEqual(['0', '2', '4', '1', '3', '5']);
      // Strings of a state that begin with the same 512 characters are equal, and ties sort by id.
      if (paths[0] === 'state.tail') expect(found).toEqual(['0', '1', '2', '3', '4', '5']);
    }
    const refused = harness.query(org, long, { order_by: [{ path: 'state.note' }], cursor: 'AAAA' });
    await expect(refused).rejects.toMatchObject({ details: { reason: 'bad_cursor' } });
  });

  it('sees a judgment and a threshold that are newer than the last query [defect W-H1]', async () => {
    const young = 'q/young';
    await harness.write(org, young, { upsert: [{ id: 'a', state: {} }] });
    await harness.putJudgment(org, young, 'j0');
    expect((await harness.query(org, young, { judgments: ['j0'], include: [] })).documents).toHaveLength(1);
    await harness.putJudgment(org, young, 'j1');
    expect(
      (await harness.query(org, young, { filter: { 'answers.j1.status': 'unavailable' } })).documents,
    ).toHaveLength(1);
    await harness.putJudgment(org, young, 'j2');
    const ordered = await harness.query(org, young, { order_by: [{ path: 'answers.j2.p' }] });
    expect(ordered.documents).toHaveLength(1);
    await harness.putJudgment(org, young, 'j3');
    expect((await harness.query(org, young, { judgments: ['j3'] })).documents).toHaveLength(1);
    await harness.putJudgment(org, young, 'j3', { thresholds: { zz: { at_least: 0.5 } } });
    const crossed = await harness.query(org, young, { filter: { 'answers.j3.thresholds.zz': true } });
    expect(crossed.documents).toHaveLength(0);
    const refused = harness.query(org, young, { filter: { 'answers.j4.p': 1 } });
    await expect(refused).rejects.toMatchObject({ details: { reason: 'unknown_path' } });
  });

  it('ends a page before 8 MiB and continues after it', async () => {
    const big = 'q/big';
    const state = { text: 'x'.repeat(900_000) };
    for (let n = 0; n < 12; n++) await harness.write(org, big, { upsert: [{ id: `b${n}`, state }] });
    const first = await harness.query(org, big, {});
    expect(first.documents.length).toBeGreaterThan(5);
    expect(first.documents.length).toBeLessThan(10);
    const second = await harness.query(org, big, { cursor: first.next_cursor! });
    expect(first.documents.length + second.documents.length).toBe(12);
    const read = await harness.read(
      org,
      big,
      Array.from({ length: 12 }, (_, n) => `b${n}`),
    );
    expect(read.documents.length + read.remaining.length).toBe(12);
    expect(read.remaining.length).toBeGreaterThan(0);
  });
});

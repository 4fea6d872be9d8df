import fc from 'fast-check';
import { statusOf, thresholdsOf } from '@app/definition';
import { matches } from '../match/match';
import { parseFilter } from '../filter/parse';
import type { Filter } from '../filter/filter';
import { encodeCursor } from '../order/cursor';
import { parseOrder } from '../order/order';
import { scalarKey } from '../attribute/attribute-key';
import { coveredQuerySql } from '../order/covered-query';
import { pairOf, pairedQuerySql } from '../order/paired-query';
import { drivenQuerySql } from '../order/driven-query';
import { SqlScope } from '../sql/scope';
import type { SqlEnv } from '../sql/scope';
import { statusSql } from '../sql/status-sql';
import { meetsSql } from '../sql/threshold-sql';
import { toSql } from '../sql/to-sql';
import { allPaths, answerPaths, filterOn, numbers, texts } from './arbitrary';
import { TestDatabase } from './database';
import { Pages } from './pages';
import { judgments, names, openOf, rows, subjectOf, troubled } from './world';
import type { World } from './world';

/** A quarter of the runs without LONG=1, and at most 125; each run draws new samples. */
const runs = (whole: number): number => (process.env.LONG === '1' ? whole : Math.min(125, Math.ceil(whole / 4)));
const namespace = 1;
const documents = rows(300, 42);
const parse = (json: unknown) => parseFilter(json, { pointer: '', allow: { answers: true, within: true } });

let database: TestDatabase;

beforeAll(async () => {
  database = await TestDatabase.open();
  await database.store(documents, namespace);
  // Another namespace with the same ids, whose rows no query may return.
  await database.store(rows(20, 7), 2);
}, 60_000);

afterAll(async () => {
  await database.close();
});

function envOf(world: World, attributes: 'index' | 'document'): SqlEnv {
  const judgment = (name: string) => (name in world ? world[name as keyof World] : undefined);
  return { firstParam: 2, namespaceId: String(namespace), judgment, attributes };
}

async function select(filter: Filter, env: SqlEnv): Promise<string[]> {
  const { where, joins, params } = toSql(filter, env);
  const text = `select d.id from document d ${joins} where d.namespace_id = $1 and ${where} order by d.version`;
  const { rows: found } = await database.client.query<{ id: string }>(text, [namespace, ...params]);
  return found.map(({ id }) => id);
}

describe('filters in SQL and in memory', () => {
  it.each([
    ['all paths', allPaths, judgments, 'index', 1_500],
    ['all paths, without the index', allPaths, judgments, 'document', 500],
    ['attributes', allPaths.filter((path) => path.startsWith('attributes')), judgments, 'index', 1_000],
    ['answers', answerPaths, judgments, 'index', 1_000],
    ['answers in trouble', answerPaths, troubled, 'index', 500],
  ] as const)(
    'agree on %s [DOC-04] [DOC-12]',
    async (_what, paths, world, attributes, numRuns) => {
      const subjects = documents.map((row) => subjectOf(row, world));
      const env = envOf(world, attributes);
      let some = 0;
      await fc.assert(
        fc.asyncProperty(filterOn(paths), async (json) => {
          const filter = parse(json);
          const found = await select(filter, env);
          const nowMs = Date.now();
          expect(found).toEqual(subjects.filter((subject) => matches(filter, subject, nowMs)).map(({ id }) => id));
          some += found.length > 0 && found.length < documents.length ? 1 : 0;
        }),
        { numRuns: runs(numRuns), interruptAfterTimeLimit: 100_000 },
      );
      // The comparison means something only for filters that match some documents and not others: about a fifth of them.
      expect(some).toBeGreaterThan(runs(numRuns) / 20);
    },
    120_000,
  );

  it('never use a value of the request as SQL', async () => {
    const nasty = `'); drop table document; --`;
    const env = envOf(judgments, 'index');
    for (const json of [
      { 'attributes.s': nasty },
      { 'attributes.tags': { contains: nasty } },
      { [`state.${JSON.stringify(nasty)}`]: { exists: true } },
      { [`state."\\"'$1"`]: { exists: true } },
      { [`answers.team.dist.${nasty}`]: { gte: 0 } },
    ]) {
      expect(await select(parse(json), env)).toEqual([]);
    }
  });
});

describe('the status rule and thresholds in SQL and in memory', () => {
  it.each([
    ['calm', judgments],
    ['in trouble', troubled],
  ])('agree when %s [THR-01] [THR-02] [THR-08]', async (_what, world) => {
    for (const name of names) {
      const judgment = world[name];
      const scope = new SqlScope({ ...envOf(world, 'index'), firstParam: 2 });
      const alias = scope.answerOf(judgment);
      const { status, staleReason, unavailableReason } = statusSql(judgment, alias, scope);
      const thresholds = Object.entries(judgment.thresholds).map(([key, threshold]) => {
        return `'${key}', ${meetsSql(threshold, judgment, alias, scope.param)}`;
      });
      const { rows: found } = await database.client.query<Record<string, unknown>>(
        `select d.id, ${status} as status, ${staleReason} as stale_reason, ${unavailableReason} as unavailable_reason,
           jsonb_build_object(${thresholds.join(', ')}) as met
         from document d ${scope.joins()} where d.namespace_id = $1 order by d.version`,
        [namespace, ...scope.params],
      );
      const free = { ...judgment, appliesTo: null };
      const expected = documents.map((row) => {
        const subject = subjectOf(row, { ...world, [name]: free });
        const numbers = {
          p: subject.answer(name, { kind: 'p' }) as number | null,
          score: subject.answer(name, { kind: 'score' }) as number | null,
          normalized: subject.answer(name, { kind: 'normalized' }) as number | null,
          escape_p: subject.answer(name, { kind: 'escape_p' }) as number | null,
          dist: row.answers[name]?.dist ?? null,
          features: row.answers[name]?.features ?? null,
        };
        const read = thresholdsOf(numbers, judgment.thresholds);
        const met = Object.entries(read.thresholds).map(([key, is]) => [key, read.missing.includes(key) ? null : is]);
        return {
          id: row.id,
          ...statusOf({ ...judgment, ...openOf(judgment, row), answer: row.answers[name] ?? null }),
          met: Object.fromEntries(met) as unknown,
        };
      });
      expect(found).toEqual(expected);
    }
  });
});

describe('pages', () => {
  let read: Pages;
  beforeAll(() => {
    read = new Pages(database, namespace, documents.length);
  });
  const orderJson = fc.array(
    fc.record({ path: fc.constantFrom(...allPaths), direction: fc.constantFrom('asc', 'desc') }),
    { maxLength: 3 },
  );

  it('together are the whole result, for any order [DOC-12]', async () => {
    const env = envOf(judgments, 'index');
    await fc.assert(
      fc.asyncProperty(filterOn(allPaths), orderJson, fc.integer({ min: 20, max: 120 }), async (json, by, limit) => {
        const [filter, order] = [parse(json), parseOrder(by, '/order_by')];
        const whole = (await read.page({ filter, order }, env, 1_000)).map(({ id }) => id);
        expect([...whole].sort()).toEqual([...(await select(filter, env))].sort());
        expect(await read.all(filter, order, env, limit)).toEqual(whole);
      }),
      { numRuns: runs(150), interruptAfterTimeLimit: 60_000 },
    );
  }, 90_000);

  it.each([
    ['p', 'asc'],
    ['p', 'desc'],
    ['features.f', 'asc'],
    ['features.f', 'desc'],
  ] as const)(
    'have missing values last, and ties in the order of ids, by %s %s [DOC-12] [JDG-18]',
    async (field, direction) => {
      const order = parseOrder([{ path: `answers.late.${field}`, direction }], '/order_by');
      const found = await read.page({ filter: parse({}), order }, envOf(judgments, 'index'), 1_000);
      const sign = direction === 'asc' ? 1 : -1;
      const expected = documents
        .map(({ id, answers: { late } }) => ({ id, p: (field === 'p' ? late?.number : late?.features?.f) ?? null }))
        .sort((a, b) => {
          const byId = Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));
          if (a.p === null || b.p === null) return Number(a.p === null) - Number(b.p === null) || byId;
          return sign * (a.p - b.p) || byId;
        });
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    },
  );

  it('are the same when an attribute drives the scan [DOC-12]', async () => {
    const env = envOf(judgments, 'index');
    const attributes = ['attributes.kind', 'attributes.n', 'attributes.s', 'attributes.mixed'];
    const by = fc.constantFrom(
      [],
      [{ path: 'id' }],
      ...attributes.flatMap((path) => [[{ path }], [{ path, direction: 'desc' }]]),
    );
    const shape = fc
      .tuple(filterOn(attributes), filterOn(attributes), fc.constantFrom('x', 'y'))
      .map(([one, other, kind]) => ({
        all: [{ 'attributes.kind': kind }, { any: [one, other] }, { 'attributes.n': { gte: -2, lt: 11 } }],
      }));
    const ranged = filterOn(attributes).map((one) => ({
      all: [{ 'attributes.s': { gte: 'A' } }, { 'attributes.mixed': { gt: 'a' } }, { any: [one] }],
    }));
    let driven = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(shape, ranged), by, fc.integer({ min: 5, max: 40 }), async (json, orderJson, limit) => {
        const [filter, order] = [parse(json), parseOrder(orderJson, '')];
        driven += drivenQuerySql({ filter, order }, env).from === 'document d' ? 0 : 1;
        const expected = await read.all(filter, order, env, limit);
        const bare = drivenQuerySql({ filter, order }, env);
        // A caller may leave out the keys; the statement must still contain every placeholder.
        const text = `select d.id from ${bare.from} where d.namespace_id = $1 and ${bare.where} order by ${bare.orderBy}`;
        const unpaged = await database.client.query<{ id: string }>(text, [namespace, ...bare.params]);
        expect(unpaged.rows.map(({ id }) => id)).toEqual(expected);
        expect(await read.all(filter, order, env, limit, drivenQuerySql)).toEqual(expected);
      }),
      { numRuns: runs(150), interruptAfterTimeLimit: 60_000 },
    );
    expect(driven).toBeGreaterThan(runs(30));
  }, 90_000);

  it('are the same when the keys of attributes decide everything [DOC-12]', async () => {
    const env = envOf(judgments, 'index');
    const driving = { name: 'kind', key: scalarKey('x') };
    const paths = ['attributes.n', 'attributes.s', 'attributes.mixed', 'attributes.tags', 'attributes.flag'];
    const direction = fc.constantFrom('asc', 'desc');
    const ordered = fc.record({ path: fc.constantFrom(...paths, 'attributes.kind'), direction });
    const byId = fc.record({ path: fc.constant('id'), direction });
    const by = fc.oneof(
      fc.constant([]),
      byId.map((key) => [key]),
      ordered.map((key) => [key]),
      fc.tuple(ordered, byId),
    );
    const scalar = fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...numbers), fc.boolean());
    const bound = fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...numbers));
    const test = fc.oneof(
      bound.map((gte) => ({ gte })),
      bound.map((lt) => ({ lt })),
      fc.tuple(bound, bound).map(([gt, lte]) => ({ gt, lte })),
      fc.array(scalar, { maxLength: 6 }).map((values) => ({ in: values })),
      fc.constantFrom(...numbers).map((contains) => ({ contains })),
    );
    const where = fc.tuple(fc.constantFrom(...paths), test).map(([path, holds]) => ({ [path]: holds }));
    const filter = fc.array(where, { maxLength: 2 }).map((all) => ({ all: [{ 'attributes.kind': 'x' }, ...all] }));
    let paged = 0;
    await fc.assert(
      fc.asyncProperty(filter, by, fc.integer({ min: 2, max: 40 }), async (json, orderJson, limit) => {
        const [parsed, order] = [parse(json), parseOrder(orderJson, '')];
        const found: string[] = [];
        for (let cursor = {}, last = false; !last;) {
          const parts = { filter: parsed, order, ...cursor };
          const bare = await read.covered(coveredQuerySql(parts, driving, env)!, limit);
          const plainRows = await read.page(parts, env, limit);
          expect(bare.map(({ id }) => id)).toEqual(plainRows.map(({ id }) => id));
          found.push(...bare.map(({ id }) => id));
          last = bare.length < limit;
          const end = bare.at(-1);
          if (end === undefined) break;
          // A cursor of one query continues the other.
          const keys =
            found.length % 2 === 0
              ? coveredQuerySql(parts, driving, env)!.keysOf(end.id, end.key)
              : plainRows.at(-1)!.keys;
          cursor = { cursor: { text: encodeCursor(order, keys), pointer: '' } };
          paged += last ? 0 : 1;
        }
        expect(found).toEqual((await read.page({ filter: parsed, order }, env, 1_000)).map(({ id }) => id));
      }),
      { numRuns: runs(300), interruptAfterTimeLimit: 60_000 },
    );
    expect(paged).toBeGreaterThan(runs(100));
  }, 90_000);

  it('are the same in the rows of a pair of attributes [DOC-12]', async () => {
    const env = envOf(judgments, 'index');
    const names = ['n', 's', 'mixed', 'tags', 'flag'];
    const pairs = new Map<string, string>();
    for (const name of names) pairs.set(name, await database.storePair('kind', name, namespace));
    await database.storePair('kind', 'n', 2);
    const direction = fc.constantFrom('asc', 'desc');
    const bound = fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...numbers));
    const test = fc.oneof(
      bound.map((gte) => ({ gte })),
      bound.map((lt) => ({ lt })),
      fc.tuple(bound, bound).map(([gt, lte]) => ({ gt, lte })),
      fc.constantFrom(...numbers, true, 'a').map((eq) => ({ eq })),
      fc.constantFrom(...texts).map((prefix) => ({ prefix })),
    );
    const shape = fc.tuple(fc.constantFrom(...names), fc.array(test, { maxLength: 2 }), fc.constantFrom('x', 'y'));
    const by = fc.tuple(direction, fc.option(direction));
    let paged = 0;
    await fc.assert(
      fc.asyncProperty(shape, by, fc.integer({ min: 2, max: 40 }), async ([name, tests, kind], [own, id], limit) => {
        const path = `attributes.${name}`;
        const filter = parse({ all: [{ 'attributes.kind': kind }, ...tests.map((holds) => ({ [path]: holds }))] });
        const last = id === null ? [] : [{ path: 'id', direction: id }];
        const order = parseOrder([{ path, direction: own }, ...last], '');
        const driving = { name: 'kind', key: scalarKey(kind) };
        expect(pairOf({ filter, order }, driving)).toEqual({ equal: 'kind', ordered: name });
        let cursor = {};
        for (let turn = 0; ; turn++) {
          const parts = { filter, order, ...cursor };
          const sql = pairedQuerySql(parts, driving, pairs.get(name)!, env, String(limit))!;
          const found = await read.paired(sql);
          const plainRows = await read.page(parts, env, limit);
          expect(found.map((row) => row.id)).toEqual(plainRows.map((row) => row.id));
          const end = found.at(-1);
          if (end === undefined || found.length < limit) return;
          // A cursor of one query continues the other.
          const keys = turn % 2 === 0 ? sql.keysOf(end.id, end.key) : plainRows.at(-1)!.keys;
          cursor = { cursor: { text: encodeCursor(order, keys), pointer: '' } };
          paged += 1;
        }
      }),
      { numRuns: runs(160), interruptAfterTimeLimit: 60_000 },
    );
    expect(paged).toBeGreaterThan(runs(50));
  }, 90_000);
});

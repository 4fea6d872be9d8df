import type { AggregateQuery, FetchDocuments, FetchedDocuments, RelationQuery } from '@app/contracts/documents';
import { movedClock } from '@app/testing';
import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, anEntity, related } from '../../testing/related';
import type { AggregateLimits } from './aggregate';
import {
  type Child,
  type Numbers,
  aggregate,
  child,
  children,
  recompute,
  target,
  twins,
  upsertOf,
  valuesOf,
  wanted,
} from './aggregate.fake';
import { FetchService } from '../fetch.service';
import { ReaderPool } from '../../document/pool/reader.pool';
import { RelatedService } from './related.service';

const org = 'org_aggregate';
let harness: DocumentsHarness;
let pool: ReaderPool;
beforeAll(async () => {
  harness = await openDocuments(8);
  pool = new ReaderPool({ readerPoolSize: 2 }, harness.database);
  await pool.onModuleInit();
}, 60_000);
afterAll(async () => {
  await pool.onApplicationShutdown();
  await harness.close();
});

/** Looks at fewer related documents. */
class Bounded extends RelatedService {
  constructor(protected override readonly limits: AggregateLimits) {
    super();
  }
}

async function fetched(
  namespace: string,
  ids: string[],
  specs: RelationQuery[],
  numbers: Record<string, AggregateQuery>,
  service = new RelatedService(),
): Promise<FetchedDocuments> {
  const query: FetchDocuments = {
    organization: org,
    namespace,
    ids,
    judgments: ['jdg_mood'],
    specs,
    read: { jdg_mood: { relations: {}, numbers } },
  };
  const fetches = new FetchService(movedClock, pool, harness.snapshots, service);
  return JSON.parse(await fetches.fetch(query)) as FetchedDocuments;
}

async function numbersOf(...[namespace, ids, ...rest]: Parameters<typeof fetched>): Promise<Numbers[]> {
  const { documents } = await fetched(namespace, ids, ...rest);
  expect(documents.map(({ id }) => id)).toEqual(ids);
  return documents.map(({ numbers }) => numbers!.jdg_mood);
}

describe('numbers of related documents', () => {
  const ns = 'aggregate/one';
  beforeAll(async () => {
    await harness.putJudgment(org, ns, 'mood', related(anEntity()));
    const order = (n: number, attributes: object, state: object = {}) => ({
      id: `o${n}`,
      created_at: `2026-01-0${n}T00:00:00.000Z`,
      state,
      attributes: { account: n === 5 ? ['a1', 'a2'] : 'a1', ...attributes },
    });
    await harness.write(org, ns, {
      upsert: [
        { id: 'a1', attributes: { city: 'Bonn', email: 'x@y', customer: 'a2' } },
        { id: 'a2', attributes: { email: 'x@y', amount: 7 } },
        { id: 'a3' },
        order(1, { amount: 10, open: true, city: 'Bonn' }, { lines: [{ n: 1 }, { n: 2 }] }),
        order(2, { amount: 95.5, open: false }, { lines: [{ n: 3 }, {}] }),
        order(3, { amount: 'much', open: true }, { n: null }),
        order(4, { amount: [1, 2] }, { at: '2020-01-01T00:00:00Z' }),
        order(5, { amount: -0.5, open: false, email: 'x@y' }),
      ],
    });
  });
  const amount = { path: 'attributes.amount' };

  it('are of all of them, whatever is rendered: each aggregate, missing where nothing has a value [JDG-15] [JDG-16] [JDG-29]', async () => {
    const all = {
      count: aggregate({}),
      present: aggregate(amount),
      share: aggregate({ aggregate: 'share', where: { 'attributes.open': true } }),
      sum: aggregate({ aggregate: 'sum', ...amount }),
      mean: aggregate({ aggregate: 'mean', ...amount }),
      min: aggregate({ aggregate: 'min', ...amount }),
      max: aggregate({ aggregate: 'max', ...amount }),
      latest: aggregate({ aggregate: 'latest', path: 'attributes.open' }),
      open: aggregate({ aggregate: 'sum', path: 'attributes.open' }),
      lines: aggregate({ aggregate: 'sum', path: 'state.lines.n' }),
      none: aggregate({ aggregate: 'sum', path: 'state.n' }),
    };
    const [first, second, third] = await numbersOf(ns, ['a1', 'a2', 'a3'], [children], all);
    expect(valuesOf(first)).toEqual({
      count: 5,
      present: 5,
      share: 0.4,
      sum: 105,
      mean: 35,
      min: -0.5,
      max: 95.5,
      latest: 0,
      open: 2,
      lines: 3,
      none: null,
    });
    expect(valuesOf(second)).toMatchObject({ count: 1, share: 0, sum: -0.5, mean: -0.5, latest: 0, lines: null });
    expect(valuesOf(third)).toEqual({
      count: 0,
      present: 0,
      share: null,
      sum: null,
      mean: null,
      min: null,
      max: null,
      latest: null,
      open: null,
      lines: null,
      none: null,
    });
    expect(Object.values(first).some(({ more }) => more)).toBe(false);
  });

  it('follow the filter and the order of the relation, and then the filter and the window of their own [JDG-15] [JDG-29]', async () => {
    const where = { 'attributes.amount': { lt: 1_000 } };
    const order_by = [{ path: 'attributes.amount', direction: 'desc' as const }];
    const window = { at: 'created_at', within: '1d' };
    const specs = [{ ...children, where, order_by }, children];
    const [numbers] = await numbersOf(ns, ['a1'], specs, {
      count: aggregate({}),
      all: aggregate({ of: 1 }),
      first: aggregate({ aggregate: 'latest', ...amount }),
      closed: aggregate({ aggregate: 'latest', ...amount, where: { 'attributes.open': true } }),
      share: aggregate({ aggregate: 'share', where: { 'attributes.open': true } }),
      city: aggregate({ of: 1, where: { 'attributes.city': { mine: 'attributes.city' } } }),
      young: aggregate({ of: 1, window }),
      old: aggregate({ of: 1, window: { ...window, within: '36500d' } }),
      inWindow: aggregate({
        of: 1,
        aggregate: 'share',
        where: { id: 'o4' },
        window: { at: 'state.at', within: '36500d' },
      }),
    });
    expect(valuesOf(numbers)).toEqual({
      count: 3,
      all: 5,
      first: 95.5,
      closed: 10,
      share: 1 / 3,
      city: 1,
      young: 0,
      old: 5,
      inWindow: 1,
    });
  });

  it('are of a block without the document itself, and of the document that is pointed at [JDG-15]', async () => {
    const numbers = {
      block: aggregate({}),
      total: aggregate({ aggregate: 'sum', ...amount }),
      target: aggregate({ of: 1, aggregate: 'sum', ...amount }),
    };
    const [first, second] = await numbersOf(ns, ['a1', 'a2'], [twins, target], numbers);
    expect([first, second].map(valuesOf)).toEqual([
      { block: 2, total: 6.5, target: 7 },
      { block: 2, total: -0.5, target: null },
    ]);
  });

  it('are exact sums, and null past the greatest double [JDG-15]', async () => {
    const upsert = [0.1, 0.2, 0.3, -0.6].map((n, i) => ({ id: `s${i}`, attributes: { account: 'small', n } }));
    const huge = [1, 2].map((i) => ({ id: `h${i}`, attributes: { account: 'huge', n: 1.7e308 } }));
    await harness.write(org, ns, { upsert: [{ id: 'small' }, { id: 'huge' }, ...upsert, ...huge] });
    const path = 'attributes.n';
    const numbers = { sum: aggregate({ aggregate: 'sum', path }), mean: aggregate({ aggregate: 'mean', path }) };
    const [small, large] = await numbersOf(ns, ['small', 'huge'], [children], numbers);
    expect(valuesOf(small)).toEqual({ sum: 0, mean: 0 });
    expect(valuesOf(large)).toEqual({ sum: null, mean: 1.7e308 });
  });

  it('are of the newest past the most, and then say so [JDG-15]', async () => {
    const sum = {
      sum: aggregate({ aggregate: 'sum', ...amount }),
      block: aggregate({ of: 1 }),
      open: aggregate({ aggregate: 'latest', path: 'attributes.open' }),
      none: aggregate({ aggregate: 'latest', path: 'state.none' }),
    };
    const of = async (most: number) => {
      const service = new Bounded({ most, few: 2, inFetch: 100 });
      const [numbers] = await numbersOf(ns, ['a1'], [children, twins], sum, service);
      return numbers;
    };
    const check = async () => {
      const open = { value: 0, more: false };
      const none = (more: boolean) => ({ value: null, more });
      expect(await of(5)).toEqual({
        sum: { value: 105, more: false },
        block: { value: 2, more: false },
        open,
        none: none(false),
      });
      expect(await of(4)).toEqual({
        sum: { value: 95, more: true },
        block: { value: 2, more: false },
        open,
        none: none(true),
      });
      expect(await of(1)).toEqual({
        sum: { value: -0.5, more: true },
        block: { value: 1, more: true },
        open,
        none: none(true),
      });
    };
    await check();
    await harness.putJudgment(org, ns, 'twin', related(aBlock()));
    while (await harness.links.turn()) await harness.database.query('update link_name set lease_until = null');
    await check();
  });

  it('are of as many judged documents as one fetch looks at; the others are left to the next [JDG-15]', async () => {
    const upsert = ['b1', 'b2', 'b3', 'b4'].flatMap((account) =>
      [1, 2, 3, 4].map((n) => ({ id: `${account}-${n}`, attributes: { account } })),
    );
    const ids = ['b1', 'b2', 'b3', 'b4'];
    await harness.write(org, ns, { upsert: [...ids.map((id) => ({ id })), ...upsert] });
    const service = new Bounded({ most: 100, few: 3, inFetch: 6 });
    const { documents, remaining } = await fetched(ns, ids, [children], { count: aggregate({}) }, service);
    expect(documents.map(({ id, numbers }) => [id, numbers!.jdg_mood.count.value])).toEqual([
      ['b1', 4],
      ['b2', 4],
    ]);
    expect(remaining).toEqual(['b3', 'b4']);
    expect((await fetched(ns, ['a3', ...ids], [children], { count: aggregate({}) }, service)).remaining).toEqual([
      ...['b3', 'b4'],
    ]);
  });
});

it('equal a recompute over random documents, before and after they change [JDG-15] [JDG-16]', async () => {
  let world = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(child, { maxLength: 8 }),
      fc.array(child, { maxLength: 4 }),
      fc.array(wanted, { minLength: 1, maxLength: 12 }),
      async (first, second, features) => {
        const ns = `aggregate/world-${(world += 1)}`;
        await harness.putJudgment(org, ns, 'mood', related(anEntity()));
        const numbers = Object.fromEntries(
          features.map(({ aggregate: kind, path, where }, i) => {
            const at = kind === 'share' ? null : path;
            return [`f${i}`, aggregate({ aggregate: kind, path: at, where })];
          }),
        );
        const parents = ['p', 'q', 'r', 'none'];
        await harness.write(org, ns, { upsert: parents.map((id) => ({ id })) });
        const now = [...first];
        for (const change of [first, second] as Child[][]) {
          now.splice(0, change.length, ...change);
          if (change.length > 0) await harness.write(org, ns, { upsert: upsertOf(change) });
          const read = await numbersOf(ns, parents, [children], numbers);
          parents.forEach((parent, n) => {
            const own = (now as Child[]).filter(({ account }) => [account].flat().includes(parent));
            features.forEach((feature, i) => {
              const expected = recompute(own, feature);
              const got = read[n][`f${i}`].value;
              if (expected === null) expect(got).toBeNull();
              else expect(Math.abs(got! - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
            });
          });
        }
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);

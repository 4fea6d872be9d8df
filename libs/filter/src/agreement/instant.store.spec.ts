import fc from 'fast-check';
import { instantOf } from '@app/definition';
import { matches } from '../match/match';
import type { Subject } from '../match/match';
import { parseFilter } from '../filter/parse';
import { parseOrder } from '../order/order';
import type { SqlEnv } from '../sql/scope';
import { toSql } from '../sql/to-sql';
import { TestDatabase } from './database';
import { nearInstant, spellingOf } from './instant.arbitrary.fake';
import { Pages } from './pages';
import type { Row } from './world';

const isLong = process.env.LONG === '1';
const namespace = 1;
const hourMs = 3_600_000;
/** Moments and windows are whole hours from it, so the time that the tests take moves nothing. */
const startMs = Date.now() - hourMs / 2;
const env: SqlEnv = { firstParam: 2, namespaceId: String(namespace), judgment: () => undefined };
const parse = (json: unknown) => parseFilter(json, { pointer: '', allow: { answers: true, within: true } });

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
}, 60_000);
afterAll(() => database.close());

/** Moments from two days ago to two days ahead in any spelling, and texts that are none. */
const at = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -48, max: 48 }).chain((hours) => spellingOf(startMs + hours * hourMs)) },
  nearInstant,
);
const row = fc.record({
  one: fc.option(at),
  many: fc.array(at, { maxLength: 3 }),
  createdHours: fc.integer({ min: -48, max: 48 }),
});

function rowOf(drawn: { one: string | null; many: string[]; createdHours: number }, index: number): Row {
  const created = new Date(startMs + drawn.createdHours * hourMs).toISOString();
  return {
    id: `d${index}`,
    version: index + 1,
    created_at: created,
    updated_at: created,
    attributes: { at: drawn.one },
    state: { log: drawn.many.map((one) => ({ at: one })) },
    answers: {},
  };
}
const rows = fc.sample(row, { numRuns: 200, seed: 5 }).map(rowOf);
const subjects: Subject[] = rows.map((one) => ({ ...one, answer: () => null }));

it('SQL reads the same texts as memory, as the same instants, and no text raises an error [REL-F5]', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(nearInstant, { minLength: 200, maxLength: 200 }), async (texts) => {
      const { rows: found } = await database.client.query<{ at: string | null }>(
        `select to_char(instant_of(text) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
         from unnest($1::text[]) with ordinality t(text, n) order by n`,
        [texts],
      );
      expect(found.map(({ at: instant }) => instant)).toEqual(texts.map((text) => instantOf(text) ?? null));
      read += found.filter(({ at: instant }) => instant !== null).length;
    }),
    { numRuns: isLong ? 500 : 20 },
  );
  expect(read).toBeGreaterThan(isLong ? 4_000 : 100);
});

describe('within over moments in any spelling', () => {
  beforeAll(() => database.store(rows, namespace), 60_000);
  const within = fc.integer({ min: 0, max: 60 }).map((hours) => ({ within: `${hours}h` }));
  const path = fc.constantFrom('attributes.at', 'state.log.at', 'created_at');
  const where = fc.tuple(path, within).map(([on, test]) => ({ [on]: test }));
  const filter = fc.oneof(
    where,
    where.map((not) => ({ not })),
    fc.array(where, { maxLength: 3 }).map((any) => ({ any })),
    fc.array(where, { maxLength: 3 }).map((all) => ({ all })),
  );

  it.each(['index', 'document'] as const)(
    'holds for the same documents in SQL and in memory, over the %s [DOC-12] [REL-F5]',
    async (attributes) => {
      let some = 0;
      await fc.assert(
        fc.asyncProperty(filter, async (json) => {
          const parsed = parse(json);
          const { where: condition, params } = toSql(parsed, { ...env, attributes });
          const { rows: found } = await database.client.query<{ id: string }>(
            `select d.id from document d where d.namespace_id = $1 and ${condition} order by d.version`,
            [namespace, ...params],
          );
          const expected = subjects.filter((subject) => matches(parsed, subject, Date.now()));
          expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          some += found.length > 0 && found.length < rows.length ? 1 : 0;
        }),
        { numRuns: isLong ? 300 : 40 },
      );
      expect(some).toBeGreaterThan(10);
    },
  );

  it('pages the whole result, ordered by the text or by creation [DOC-12] [REL-F5]', async () => {
    const pages = new Pages(database, namespace, rows.length);
    const by = fc.constantFrom([], [{ path: 'attributes.at', direction: 'desc' }], [{ path: 'created_at' }]);
    await fc.assert(
      fc.asyncProperty(filter, by, fc.integer({ min: 20, max: 90 }), async (json, orderJson, limit) => {
        const [parsed, order] = [parse(json), parseOrder(orderJson, '')];
        const whole = (await pages.page({ filter: parsed, order }, env, 1_000)).map(({ id }) => id);
        const expected = subjects.filter((subject) => matches(parsed, subject, Date.now())).map(({ id }) => id);
        expect([...whole].sort()).toEqual(expected.sort());
        expect(await pages.all(parsed, order, env, limit)).toEqual(whole);
      }),
      { numRuns: isLong ? 100 : 10 },
    );
  });

  it('compares texts that end in Z as texts, without a call of the function [REL-F5]', async () => {
    const moments = [-30, -3, -1, 1, 30].map((hours) => new Date(startMs + hours * hourMs).toISOString());
    const plain = [...moments, `${moments[2]!.slice(0, 19)}Z`, `${moments[2]!.slice(0, 23)}9999Z`];
    const drawn = plain.map((one, index) => rowOf({ one, many: [], createdHours: 0 }, index));
    await database.store(drawn, namespace + 1);
    const { where: condition, params } = toSql(parse({ 'attributes.at': { within: '5h' } }), { ...env, firstParam: 2 });
    await database.client.query('begin');
    try {
      await database.client.query(
        `create or replace function instant_of(p_text text) returns timestamptz language plpgsql immutable strict as
         $$ begin raise exception 'called for %', p_text; end $$`,
      );
      const text = `select d.id from document d where d.namespace_id = $1 and ${condition} order by d.version`;
      const { rows: found } = await database.client.query<{ id: string }>(text, [namespace + 1, ...params]);
      expect(found.map(({ id }) => id)).toEqual(['d1', 'd2', 'd5', 'd6']);
      await expect(database.client.query(text, [namespace, ...params])).rejects.toThrow('called for');
    } finally {
      await database.client.query('rollback');
    }
  });
});

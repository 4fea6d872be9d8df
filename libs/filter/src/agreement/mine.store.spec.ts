import fc from 'fast-check';
import { matches } from '../match/match';
import { storedRelationFilter } from '../relation/relation-where';
import { filterSql } from '../sql/to-sql';
import { SqlScope } from '../sql/scope';
import { allPaths, mineFilterOn } from './arbitrary';
import { TestDatabase } from './database';
import { judgments, rows, subjectOf } from './world';
import type { World } from './world';

const namespace = 1;
const documents = rows(60, 11);
let database: TestDatabase;

beforeAll(async () => {
  database = await TestDatabase.open();
  await database.store(documents, namespace);
}, 60_000);

afterAll(async () => {
  await database.close();
});

describe('filters of relations in SQL and in memory', () => {
  it('agree on every pair of a related and a judged document [REL-16]', async () => {
    const subjects = documents.map((row) => subjectOf(row, judgments));
    const judgment = (name: string) => (name in judgments ? judgments[name as keyof World] : undefined);
    let some = 0;
    await fc.assert(
      fc.asyncProperty(mineFilterOn(allPaths), async (json) => {
        const filter = storedRelationFilter(json);
        const env = { firstParam: 2, namespaceId: '1', judgment, mineAlias: 'm' };
        const scope = new SqlScope(env);
        const where = filterSql(filter, scope);
        const text = `select d.id || ' ' || m.id as pair from document m, document d ${scope.joins()}
          where d.namespace_id = $1 and m.namespace_id = $1 and ${where} order by d.version, m.version`;
        const found = await database.client.query<{ pair: string }>(text, [namespace, ...scope.params]);
        const nowMs = Date.now();
        const expected = subjects.flatMap((theirs) =>
          subjects.flatMap((mine) => (matches(filter, theirs, nowMs, mine) ? `${theirs.id} ${mine.id}` : [])),
        );
        expect(found.rows.map(({ pair }) => pair)).toEqual(expected);
        some += found.rows.length > 0 && found.rows.length < documents.length ** 2 ? 1 : 0;
      }),
      { numRuns: process.env.LONG === '1' ? 1_000 : 250, interruptAfterTimeLimit: 60_000 },
    );
    expect(some).toBeGreaterThan(30);
  }, 90_000);
});

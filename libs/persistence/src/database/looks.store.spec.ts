import { Database } from './database';
import { literal } from './looks';
import { emptySchema } from '../schema/sql-schema';
import { openFreshDatabase } from '@app/testing';

let database: Database;
beforeAll(async () => {
  database = await openFreshDatabase({ service: 'billing', settings: {}, sql: emptySchema }, 4);
  await database.query(`create table queue (id text)`);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await database.query('truncate queue');
});
afterAll(() => database.close());

const queue = 'select from queue';
const named = (id: string): string => `${queue} where id = ${literal(id)}`;

it('those that are asked for at one moment are one statement, and each gets its own answer', async () => {
  await database.query(`insert into queue values ('a'), ('it''s')`);
  const sent = jest.spyOn(database, 'query');
  const looks = [queue, named('a'), named('b'), named("it's"), named('a')];
  expect(await Promise.all(looks.map((look) => database.finds(look)))).toEqual([true, true, false, true, true]);
  expect(sent).toHaveBeenCalledTimes(1);
});

it('one that fails fails alone', async () => {
  const looks = [queue, 'select from nowhere', named('a')].map((look) => database.finds(look));
  const [first, second, third] = await Promise.allSettled(looks);
  expect([first, third]).toEqual(Array(2).fill({ status: 'fulfilled', value: false }));
  expect(second.status).toBe('rejected');
});

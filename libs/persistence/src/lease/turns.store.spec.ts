import { openFreshDatabase } from '@app/testing';
import { Database } from '../database/database';
import { emptySchema } from '../schema/sql-schema';
import { LeasedCursor } from './leased-cursor';
import { LeasedRow } from './leased-table';

interface Walk extends LeasedRow {
  id: string;
  organization: string;
  step: number;
}

const walks = new LeasedCursor<Walk, 'id', 'step'>({
  name: 'walk',
  key: ['id'],
  cursor: ['step'],
  organization: 'organization',
  order: 'lease_until nulls first, id',
});

const tables = `
  create sequence turn_place;
  create table walk_turn (walk text, organization text, place bigint not null, primary key (walk, organization));
  create table walk (id bigint generated always as identity primary key, organization text not null, step int not null default 0,
    lease_until timestamptz, attempts int not null default 0);`;

let database: Database;
beforeAll(async () => {
  const sql = { ...emptySchema, migrations: [{ name: '0001-walk', text: tables }] };
  database = await openFreshDatabase({ service: 'billing', settings: {}, sql }, 4);
});
beforeEach(() => database.query('truncate walk, walk_turn'));
afterAll(() => database.close());

async function add(organization: string, count: number): Promise<void> {
  await database.query('insert into walk (organization) select $1 from generate_series(1, $2::int)', [
    organization,
    count,
  ]);
}

/** Claims walks and gives them back after a step, or ends them. @returns their organizations */
async function step(times: number, end = false): Promise<string[]> {
  const claimed: string[] = [];
  for (let n = 0; n < times; n++) {
    const walk = await walks.claim(database);
    if (walk === null) break;
    claimed.push(walk.organization);
    if (end) await walks.remove(database, walk);
    else await walks.advanceAndRelease(database, walk, { step: walk.step + 1 });
  }
  return claimed;
}

it('a walk waits for one step of each other organization, however many walks these have', async () => {
  await add('a', 20);
  await step(5);
  await add('b', 1);
  expect((await step(2)).sort()).toEqual(['a', 'b']);
  await add('c', 1);
  expect((await step(3)).sort()).toEqual(['a', 'b', 'c']);
});

it('walks that end in their first step, and come again and again, leave others their turns', async () => {
  await add('a', 30);
  await add('b', 3);
  expect((await step(6, true)).filter((one) => one === 'b')).toHaveLength(3);
  await add('b', 1);
  await add('a', 5);
  expect(await step(2, true)).toContain('b');
});

it('two processes that claim at once get different walks, and each organization its turn', async () => {
  await add('a', 8);
  await add('b', 1);
  const claimed = await Promise.all(Array.from({ length: 4 }, () => walks.claim(database)));
  const found = claimed.filter((walk) => walk !== null);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  const rest = await step(2);
  expect([...found.map(({ organization }) => organization), ...rest]).toContain('b');
});

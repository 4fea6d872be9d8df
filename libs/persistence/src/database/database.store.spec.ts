import { openFreshDatabase } from '@app/testing';
import { emptySchema } from '../schema/sql-schema';
import { Database } from './database';

let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase({ service: 'billing', settings: {}, sql: emptySchema }, 3);
});
afterAll(() => database.close());

async function cutOff(pid: number): Promise<void> {
  await database.query('select pg_terminate_backend($1)', [pid]);
  // Gone only when the server says so: the socket's end has then reached this process, or is about to.
  for (let left = 1; left > 0;) {
    const { rows } = await database.query<{ n: number }>(
      'select count(*)::int as n from pg_stat_activity where pid = $1',
      [pid],
    );
    left = rows[0].n;
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
}

it('survives a connection that breaks between the statements of a transaction', async () => {
  const broken = database.transaction('spec', async (tx) => {
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    await cutOff(rows[0].pid);
    await tx.query('select 1');
  });
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
  expect((await database.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('survives one that breaks in a held connection', async () => {
  const broken = database.withClient(async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await cutOff(rows[0].pid);
    await client.query('select 1');
  });
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
  expect((await database.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

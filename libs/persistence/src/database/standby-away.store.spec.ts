import { eventually, testEnvironment } from '@app/testing';
import { Client } from 'pg';
import { Database } from './database';
import { untilDeadline } from './deadline';

const { urls, adminUrl } = testEnvironment();
const timeoutMs = 200;
const limit = { toBeginMs: timeoutMs, assertMayBegin: () => undefined };
let admin: Client;
let database: Database;

/** Names the standby that commits wait for from now on; '' for none. */
async function waitFor(standby: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${standby}'`);
  await admin.query('select pg_reload_conf()');
  await eventually(async () => {
    const { rows } = await database.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    );
    expect(rows[0].names).toBe(standby);
  });
}

/** As another connection sees them. */
async function rows(): Promise<number[]> {
  const { rows } = await database.query<{ n: number }>('select n from unconfirmed order by n');
  return rows.map(({ n }) => n);
}

beforeAll(async () => {
  admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  database = await Database.open({ url: urls.billing, schema: 'billing', poolSize: 3 });
  await database.query('create table unconfirmed (n int)');
  await waitFor('missing');
});
afterAll(async () => {
  await waitFor('');
  await database.query('drop table unconfirmed');
  await database.close();
  await admin.end();
});

// Postgres reports success when a wait for the standby is cancelled; its statement time-out must not be such an end.
it('acknowledges nothing while the synchronous standby is away, shows it to nobody, and has it once the standby is there [T10]', async () => {
  const insert = (n: number) => `insert into unconfirmed values (${n})`;
  const inTransaction = () => database.transaction('spec.write', (tx) => tx.query(insert(1)), limit);
  const alone = () =>
    database.withConnection('spec', async (connection) => {
      await connection.setStatementTimeout(timeoutMs);
      return connection.query(insert(2));
    });
  for (const write of [inTransaction, alone]) {
    // The statement time-out is over a second before the caller gives up.
    await expect(untilDeadline(Date.now() + timeoutMs, null, write)).rejects.toMatchObject({ code: 'unavailable' });
  }
  expect(await rows()).toEqual([]);
  await database.transaction('spec.read', (tx) => tx.query('select 1'));
  await waitFor('');
  await eventually(async () => expect(await rows()).toEqual([1, 2]));
});

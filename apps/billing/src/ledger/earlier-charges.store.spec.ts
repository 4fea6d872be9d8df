import { poolOptionsOf } from '@app/boot';
import { migrateOptionsOf } from '@app/boot/migrate';
import { Database, newId } from '@app/persistence';
import { migrate } from '@app/persistence/migrate';
import { freshSchema, testEnvironment } from '@app/testing';
import { billingSchema } from '../app.schema';
import { boundsOf, monthOf } from '../month/month';
import { monthsToMake, partitionOf } from './partition';
import { listPartitions } from './partition.store';

const url = testEnvironment().urls['billing'];
let db: Database;

/** The schema before the ledger had partitions. */
function schemaBefore() {
  const { sql } = billingSchema;
  const at = sql.migrations.findIndex(({ name }) => name === '0007-charges');
  return { ...billingSchema, sql: { ...sql, migrations: sql.migrations.slice(0, at), version: 1, compatibleFrom: 1 } };
}

/** As a build of that schema charges an ask. */
async function chargeAsBefore(askId: string): Promise<void> {
  await db.query(
    `insert into ledger (ask_id, organization, namespace, month, units, tokens, cost_usd, by_judgment, recorded_at)
     values ($1, 'org_earlier', 'n', '2026-11', 1, 1, 1, '{}', app.now()) on conflict (ask_id) do nothing`,
    [askId],
  );
}

beforeAll(async () => {
  await freshSchema(schemaBefore());
  db = await Database.open(poolOptionsOf(billingSchema, url, 4));
});
afterAll(() => db.close());

it('the charges that stand become the first partition while an earlier build charges [BILL-07]', async () => {
  const charged = Array.from({ length: 2000 }, () => newId('ask'));
  for (const id of charged.slice(0, 1000)) await chargeAsBefore(id);
  let isMigrated = false;
  const charging = (async () => {
    const left = charged.slice(1000);
    while (!isMigrated && left.length > 1) await chargeAsBefore(left.shift() as string);
    for (const id of left) await chargeAsBefore(id);
  })();
  await migrate(migrateOptionsOf(billingSchema, url));
  isMigrated = true;
  await charging;
  const { rows } = await db.query<{ ask_id: string }>('select ask_id from charge order by 1');
  expect(rows.map(({ ask_id }) => ask_id)).toEqual([...charged].sort());
  const months = monthsToMake(Date.now());
  const until = partitionOf(monthOf(boundsOf(months[months.length - 1]).toMs)).from;
  expect(await listPartitions(db)).toEqual([{ name: 'ledger', from: '', to: until }]);
  // The same key on both ways.
  await expect(
    db.query(`insert into charge select ask_id, organization, namespace, month, units, tokens, cost_usd, by_judgment, recorded_at
              from ledger limit 1`),
  ).rejects.toMatchObject({ code: '23505' });
});

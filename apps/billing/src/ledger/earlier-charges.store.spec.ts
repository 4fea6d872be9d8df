import { Database, newId } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { createHash } from 'node:crypto';
import { billingSchema } from '../app.schema';
import { boundsOf, monthOf } from '../month/month';
import { askIdAt } from '../testing/fixtures';
import { isInLedger, monthsToMake, partitionOf } from './partition';
import { listPartitions } from './partition.store';

let db: Database;

/** As builds before partitions charge an ask. */
async function chargeAsBefore(askId: string): Promise<void> {
  await db.query(
    `insert into ledger (ask_id, organization, namespace, month, units, tokens, cost_usd, by_judgment, recorded_at)
     values ($1, 'org_earlier', 'n', '2026-11', 1, 1, 1, '{}', app.now()) on conflict (ask_id) do nothing`,
    [askId],
  );
}

beforeAll(async () => {
  db = await openFreshDatabase(billingSchema, 4);
});
afterAll(() => db.close());

it('what earlier builds charged stays, and takes asks until the month of its end, whatever form their ids have [BILL-07]', async () => {
  // Asks of alternatives had a hash for an id: many sort behind every time.
  const charged = Array.from({ length: 2000 }, (_, n) => (n % 10 === 0 ? hashId(n) : newId('ask')));
  for (const id of charged) await chargeAsBefore(id);
  const { rows } = await db.query<{ ask_id: string }>('select ask_id from ledger order by 1');
  expect(rows.map(({ ask_id }) => ask_id)).toEqual([...charged].sort());
  const months = monthsToMake(Date.now());
  const until = partitionOf(monthOf(boundsOf(months[months.length - 1]).toMs)).from;
  const partitions = await listPartitions(db);
  expect(partitions).toEqual([{ name: 'ledger', from: '', to: until }]);
  expect(charged.every((id) => isInLedger(id, partitions))).toBe(true);
  expect(isInLedger(askIdAt(parseInt(until.slice('ask_'.length), 16)), partitions)).toBe(false);
});

/** One of 64 looks like an id with a time, and one in a hundred of those like one of this century. */
function hashId(n: number): string {
  return `ask_${createHash('sha256').update(String(n)).digest('hex').slice(0, 32)}`;
}

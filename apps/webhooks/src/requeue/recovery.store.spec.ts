import { Call } from '@app/bus';
import { callerOf, explained, nodesOf, statementsOf } from '@app/testing';
import { findLocked, setEnabled } from '../endpoint/endpoint.store';
import { OpenStores } from '../testing/open-stores';
import { addRecovery, stepRecovery } from './recovery.store';

const organization = 'org_recovery';
const many = 2_500;
let stores: OpenStores;
beforeAll(async () => {
  stores = await OpenStores.open(organization);
  await stores.partitions.makeAhead();
}, 60_000);
afterAll(() => stores.close());

const hour = () => new Date(Date.now() - 3_600_000);

/** An endpoint with skipped deliveries, one a second since an hour ago. */
async function withSkipped(): Promise<string> {
  const id = await stores.addEndpoint();
  await stores.database.query(
    `insert into delivery (day, endpoint_id, event_id, id, organization, type, status, created_at)
     select (app.now() at time zone 'UTC')::date, $1, 'evt_' || n, 'dlv_' || n, $2, 'job.completed', 'skipped',
       app.now() - make_interval(secs => 1 + n) from generate_series(1, $3) n`,
    [id, organization, many],
  );
  return id;
}

const recover = (id: string, since = hour(), limit?: Call) =>
  stores.database.transaction(
    'spec',
    async (tx) => {
      await findLocked(tx, organization, id);
      return addRecovery(tx, id, since);
    },
    limit,
  );

async function statuses(id: string): Promise<Record<string, number>> {
  const { rows } = await stores.database.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from delivery where endpoint_id = $1 group by 1',
    [id],
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

async function walk(): Promise<number> {
  let steps = 0;
  while (await stepRecovery(stores.database)) steps += 1;
  return steps;
}

it('counts at once and puts back some at a time, the oldest first [DLV-12]', async () => {
  const id = await withSkipped();
  expect(await recover(id)).toBe(many);
  expect(await statuses(id)).toEqual({ skipped: many });
  expect(await stepRecovery(stores.database)).toBe(true);
  expect(await statuses(id)).toEqual({ pending: 1_000, skipped: many - 1_000 });
  const { rows } = await stores.database.query<{ id: string }>(
    `select id from delivery where endpoint_id = $1 and status = 'pending' order by created_at limit 1`,
    [id],
  );
  expect(rows).toEqual([{ id: `dlv_${many}` }]);
  await walk();
  expect(await statuses(id)).toEqual({ pending: many });
  expect(await recover(id)).toBe(0);
  expect((await stores.database.query('select from recovery')).rowCount).toBe(0);
});

it('a second call meanwhile counts what failed anew alone, and what lies before the first [DLV-12]', async () => {
  const id = await withSkipped();
  const recent = new Date(Date.now() - 1_500_000);
  const first = await recover(id, recent);
  expect(await recover(id, recent)).toBe(0);
  await stepRecovery(stores.database);
  const passed = 'select id from delivery where endpoint_id = $1 and status = $2 order by created_at limit 3';
  await stores.database.query(
    `update delivery set status = 'failed', attempts = 9, attempted_at = app.now() where id in (${passed}) and endpoint_id = $1`,
    [id, 'pending'],
  );
  const all = await recover(id);
  expect(all).toBe(many - first + 3);
  expect(await recover(id)).toBe(0);
  await walk();
  expect(await statuses(id)).toEqual({ pending: many });
});

it('leaves what fails after the call as it is [DLV-12]', async () => {
  const id = await withSkipped();
  expect(await recover(id)).toBe(many);
  await stores.database.query(
    `update delivery set status = 'failed', attempted_at = app.now() where endpoint_id = $1 and id = 'dlv_7'`,
    [id],
  );
  await walk();
  expect(await statuses(id)).toEqual({ pending: many - 1, failed: 1 });
});

it('leaves test sends out, of its count and of what it puts back [DLV-12]', async () => {
  const id = await withSkipped();
  await stores.database.query(
    `update delivery set test = true where endpoint_id = $1 and id in ('dlv_1', 'dlv_2000')`,
    [id],
  );
  expect(await recover(id)).toBe(many - 2);
  await walk();
  expect(await statuses(id)).toEqual({ pending: many - 2, skipped: 2 });
});

it('changes nothing when the count meets the time of its call, and says that it may be tried again [DLV-12]', async () => {
  const id = await withSkipped();
  await stores.database.transaction('spec', async (tx) => {
    await tx.query('lock table delivery in access exclusive mode');
    const call = new Call(Date.now() + 700, callerOf(organization), undefined);
    await expect(recover(id, hour(), call)).rejects.toMatchObject({ code: 'unavailable' });
  });
  expect((await stores.database.query('select from recovery')).rowCount).toBe(0);
  expect(await statuses(id)).toEqual({ skipped: many });
});

it('ends when the endpoint is disabled [DLV-13]', async () => {
  const id = await withSkipped();
  await recover(id);
  await stepRecovery(stores.database);
  await stores.database.transaction('spec', async (tx) => {
    await findLocked(tx, organization, id);
    await setEnabled(tx, id, false);
  });
  expect(await walk()).toBe(0);
  expect(await statuses(id)).toEqual({ skipped: many });
});

it('looks in each step at the deliveries of the step alone [DLV-12]', async () => {
  const id = await withSkipped();
  await recover(id);
  const sent = await statementsOf(() => stepRecovery(stores.database));
  const step = sent.find(({ name }) => name === 'recovery-step')!;
  const plan = await explained(stores.database, step, step.values);
  const scans = nodesOf(plan).filter((node) => node['Relation Name']?.startsWith('delivery'));
  expect(scans.length).toBeGreaterThan(0);
  const read = scans.map(
    (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  );
  expect(Math.max(...read)).toBeLessThanOrEqual(1_001);
  await walk();
  expect(await statuses(id)).toEqual({ pending: many });
});

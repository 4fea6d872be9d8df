import { armKillPoints } from '@app/persistence';
import { eventually } from '@app/testing';
import { boundsOf, monthOf } from '../month/month';
import { askIdAt, askOf, recordedOf } from '../testing/fixtures';
import { OpenBilling, openBilling } from '../testing/open-billing';
import { LedgerService } from './ledger.service';
import { PartitionService } from './partition.service';
import { listPartitions } from './partition.store';

const minuteMs = 60_000;
let billing: OpenBilling;
/** The first month that `ledger` does not take, and the one after it. */
let turnMs: number;
let nextMs: number;

beforeAll(async () => {
  billing = await openBilling({ processes: 2 });
  const [{ to }] = await billing.query<{ to: string }>('select first_ask as to from ledger_end');
  turnMs = parseInt(to.slice('ask_'.length), 16);
  nextMs = boundsOf(monthOf(turnMs)).toMs;
});
afterEach(() => armKillPoints(() => undefined));
afterAll(() => billing.stop());

const settleIn = (replica: number, ...facts: ReturnType<typeof recordedOf>[]) =>
  billing.processes[replica].app.get(LedgerService).settle(facts);
const toInstant = (ms: number) => billing.setClock(ms - Date.now());
const factAt = (organization: string, ms: number, units = 1) =>
  recordedOf({ organization, namespace: 'n' }, askOf(units, askIdAt(ms)), { recorded_at: new Date(ms).toISOString() });
const partitions = async () => (await listPartitions(billing.processes[0].platform.database)).map(({ name }) => name);
const chargesOf = async (organization: string) =>
  Number(
    (
      await billing.query<{ n: string }>(
        `select (select count(*) from ledger where organization = $1) + (select count(*) from charge where organization = $1) as n`,
        [organization],
      )
    )[0].n,
  );
const unitsOf = async (organization: string) =>
  Number(
    (
      await billing.query<{ units: string }>(
        'select coalesce(sum(units), 0) as units from namespace_slot where organization = $1',
        [organization],
      )
    )[0].units,
  );
/** As a build before the months charges an ask. */
const chargeAsBefore = (fact: ReturnType<typeof recordedOf>) =>
  billing.query<{ ask_id: string }>(
    `insert into ledger (ask_id, organization, namespace, month, units, tokens, cost_usd, by_judgment, recorded_at)
     values ($1, $2, 'n', '2026-01', 1, 1, 1, '{}', $3) on conflict (ask_id) do nothing returning ask_id`,
    [fact.ask_id, fact.organization, fact.recorded_at],
  );

it('charges an ask once when its fact comes again after the turn of the month, in another process [BILL-07]', async () => {
  const organization = 'org_turn';
  const facts = [turnMs - 1, turnMs, nextMs - 1, nextMs].map((ms) => factAt(organization, ms));
  await toInstant(turnMs - minuteMs);
  // Asks of both months, before the turn: two processes whose clocks differ.
  await Promise.all([settleIn(0, ...facts), settleIn(1, ...facts)]);
  for (const instant of [turnMs, turnMs + minuteMs, nextMs + minuteMs]) {
    await toInstant(instant);
    await Promise.all([settleIn(1, ...facts), settleIn(0, ...[...facts].reverse())]);
  }
  expect(await chargesOf(organization)).toBe(4);
  expect(await unitsOf(organization)).toBe(4);
});

it('charges an ask once beside a build that knows no months, also where its id has no time [BILL-07]', async () => {
  const organization = 'org_both';
  const untimed = (n: number) =>
    recordedOf({ organization, namespace: 'n' }, askOf(1, `ask_f${String(n).repeat(31)}`), {
      recorded_at: new Date(turnMs - minuteMs).toISOString(),
    });
  const facts = [0, 1].flatMap((i) => [factAt(organization, turnMs - minuteMs - i), untimed(i)]);
  await toInstant(turnMs - minuteMs);
  await Promise.all(facts.flatMap((fact) => [chargeAsBefore(fact), settleIn(0, fact), settleIn(1, fact)]));
  expect(await chargesOf(organization)).toBe(4);
  // What the older build charged is not charged again, and the other way round.
  await settleIn(0, ...facts);
  const fresh = factAt(organization, turnMs - 1);
  await settleIn(0, fresh);
  expect(await chargeAsBefore(fresh)).toEqual([]);
  expect(await chargesOf(organization)).toBe(5);
});

it('makes a month when a charge needs it, once, however many processes need it and wherever one dies', async () => {
  const organization = 'org_made';
  const farMs = boundsOf(monthOf(nextMs + 200 * 24 * 60 * minuteMs)).fromMs;
  const name = `charge_${monthOf(farMs).replace('-', '_')}`;
  expect(await partitions()).not.toContain(name);
  let deaths = 0;
  armKillPoints((at) => {
    if (at.startsWith('billing.partition.') && deaths++ < 2) throw new Error('killed');
  });
  const facts = Array.from({ length: 8 }, (_, i) => factAt(organization, farMs + i));
  const settled = await Promise.allSettled(facts.map((fact, i) => settleIn(i % 2, fact)));
  expect(settled.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  armKillPoints(() => undefined);
  for (const fact of facts) await settleIn(0, fact);
  expect(await partitions()).toContain(name);
  expect(await chargesOf(organization)).toBe(8);
});

it('drops months 13 months after their end; a fact of one is not charged again, and sums of the month stay [BILL-07] [BILL-09]', async () => {
  const organization = 'org_dropped';
  const month = monthOf(turnMs - 1);
  const facts = [factAt(organization, turnMs - minuteMs), factAt(organization, turnMs - 1, 2)];
  await toInstant(turnMs - 1);
  await settleIn(0, ...facts);
  const before = await billing.report(organization, { month });
  expect(before).toMatchObject({ judgment_units: 3 });
  const endMs = new Date(turnMs).setUTCMonth(new Date(turnMs).getUTCMonth() + 13);
  await toInstant(endMs - minuteMs);
  await billing.processes[0].app.get(PartitionService).keepUp();
  expect(await partitions()).toContain('ledger');
  await toInstant(endMs + 11 * minuteMs);
  // A statement that reads the charges holds the drop back, and the drop nobody for long.
  const { database } = billing.processes[0].platform;
  await database.transaction('spec: a long report', async (tx) => {
    await tx.query('select count(*) from ledger');
    await billing.processes[1].app.get(PartitionService).keepUp();
    await settleIn(1, factAt('org_beside', endMs));
    expect(await partitions()).toContain('ledger');
  });
  await toInstant(endMs + 22 * minuteMs);
  await eventually(async () => expect(await partitions()).not.toContain('ledger'));
  // A process that still knows the month fails once; the bus then brings the facts again.
  await Promise.all([0, 1].map((replica) => settleIn(replica, ...facts).catch(() => settleIn(replica, ...facts))));
  expect(await chargesOf(organization)).toBe(0);
  expect(await chargesOf('org_beside')).toBe(1);
  expect(await billing.report(organization, { month })).toMatchObject({ judgment_units: 3, cost_usd: before.cost_usd });
  for (const { platform } of billing.processes)
    expect(await platform.metrics.registry.metrics()).toMatch(
      /judgment_billing_uncharged_asks_total\{reason="gone",[^}]*\} 2/,
    );
});

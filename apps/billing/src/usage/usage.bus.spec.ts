import { Running } from '@app/boot';
import { Call } from '@app/bus';
import { MeteredNamespace, NamespacesMetered, namespaceDeleted, namespacesMetered, reportUsage } from '@app/contracts';
import {
  FakeService,
  callerOf,
  ensureStreams,
  eventually,
  freshSchema,
  setClock,
  startService,
  testEnvironment,
} from '@app/testing';
import { billingSchema } from '../app.schema';
import { billingService } from '../app.service';
import { LedgerService } from '../ledger/ledger.service';
import { askOf, recordedOf, specEnv } from '../testing/fixtures';
import { boundsOf, monthOf, secondsOf } from '../month/month';

const { adminUrl } = testEnvironment();
const gib = 2 ** 30;
const dayMs = 86_400_000;
const month = monthOf(boundsOf(monthOf(Date.now())).toMs);
const next = monthOf(boundsOf(month).toMs);

let billing: Running;
let documents: FakeService;
let gateway: FakeService;

beforeAll(async () => {
  await setClock(adminUrl, 0);
  await freshSchema(billingSchema);
  billing = await startService(billingService, { env: specEnv });
  await ensureStreams(billing);
  documents = await FakeService.open('documents');
  gateway = await FakeService.open('gateway');
});
afterAll(async () => {
  await setClock(adminUrl, 0);
  await Promise.all([documents.stop(), gateway.stop(), billing.stop()]);
});

/** Moves the clock to so many days after the beginning of the month that the spec lives in. */
const toDay = (days: number) => setClock(adminUrl, boundsOf(month).fromMs + days * dayMs - Date.now());
const dayOf = (days: number) => new Date(boundsOf(month).fromMs + days * dayMs).toISOString();
const report = (organization: string, query = {}) => gateway.ask(reportUsage, query, callerOf(organization));
const nothing = { documents: 0, bytes: 0, pinned: false, written_month: null };

async function meter(organization: string, at: number, ...namespaces: Partial<MeteredNamespace>[]): Promise<void> {
  const whole = namespaces.map((one) => ({ namespace: 'n', ...nothing, ...one }));
  const fact: NamespacesMetered = { organization, namespaces: whole, measured_at: dayOf(at) };
  await documents.say(namespacesMetered, fact);
  await eventually(async () => {
    const { rows } = await billing.platform.database.query<{ at: Date }>(
      'select max(measured_at) as at from storage where organization = $1',
      [organization],
    );
    expect(rows[0].at?.toISOString() >= dayOf(at)).toBe(true);
  });
}

it('bills a pinned namespace by what it held and for how long, live and over the turn of the month [BILL-09]', async () => {
  const organization = 'org_pinned';
  const days = secondsOf(month) / 86_400;
  await toDay(1);
  await meter(organization, 1, { pinned: true, bytes: 2 * gib });
  await toDay(4);
  const early = await report(organization);
  expect(early.pinned_gib_months).toBeCloseTo((2 * 3) / days, 3);
  expect(early).toMatchObject({ active_namespaces: 0, tenant_fee_usd: 0, namespaces: [{ namespace: 'n' }] });
  await meter(organization, 5, { pinned: true, bytes: 4 * gib });
  // Twice and late does no harm.
  await documents.say(namespacesMetered, {
    organization,
    namespaces: [{ namespace: 'n', ...nothing, pinned: true, bytes: 9 * gib }],
    measured_at: dayOf(4),
  });
  await meter(organization, 7, { pinned: false, bytes: 4 * gib });
  await toDay(9);
  const held = (2 * 4 + 4 * 2) / days;
  await eventually(async () => {
    expect((await report(organization)).pinned_gib_months).toBeCloseTo(held, 6);
  });
  expect((await report(organization)).pinned_cost_usd).toBeCloseTo(held * 3, 5);
  await meter(organization, 20, { pinned: true, bytes: gib });
  await toDay(days + 2);
  await meter(organization, days + 2, { pinned: false, bytes: gib });
  expect((await report(organization, { month })).pinned_gib_months).toBeCloseTo(held + (days - 20) / days, 6);
  expect((await report(organization)).pinned_gib_months).toBeCloseTo(2 / (secondsOf(next) / 86_400), 6);
});

it('takes a tenant fee for each namespace that was written or judged in the month, once [BILL-11]', async () => {
  const organization = 'org_tenants';
  await toDay(3);
  const judged = { recorded_at: dayOf(3) };
  await billing.app
    .get(LedgerService)
    .settle(['a', 'b'].map((namespace) => recordedOf({ organization, namespace }, askOf(1), judged)));
  const written = ['b', 'c', 'd'].map((namespace) => ({ namespace, written_month: month }));
  await meter(organization, 3, ...written, { namespace: 'idle' });
  await meter(organization, 4, ...written);
  const shown = await report(organization);
  expect(shown).toMatchObject({ active_namespaces: 4, tenant_fee_usd: 2, cost_usd: 2, total_cost_usd: 4 });
  expect(shown.namespaces.map(({ namespace }) => namespace)).toEqual(['a', 'b', 'c', 'd']);
  // What a deleted namespace cost stays owed.
  const fact = { organization, namespace: 'c', revision: 9 };
  await documents.requester.apply(namespaceDeleted, 'billing', fact, Call.within());
  expect(await report(organization)).toMatchObject({ active_namespaces: 4 });
});

it('closes a month a day after its end: its report stands, and what comes later is charged in the one that runs [BILL-11] [BUD-11]', async () => {
  const organization = 'org_closed';
  const days = secondsOf(month) / 86_400;
  const place = { organization, namespace: 'n' };
  const ledger = billing.app.get(LedgerService);
  const recorded = { recorded_at: dayOf(10) };
  await toDay(10);
  await ledger.settle([recordedOf(place, askOf(3), recorded)]);
  await toDay(days + 0.5);
  expect((await report(organization, { month })).closed_at).toBeNull();
  await ledger.settle([recordedOf(place, askOf(2), recorded)]);
  expect(await report(organization, { month })).toMatchObject({ judgment_units: 5, closed_at: null });
  await toDay(days + 1.5);
  const closed = await eventually(async () => {
    const shown = await report(organization, { month });
    expect(shown.closed_at).not.toBeNull();
    return shown;
  });
  expect(closed).toMatchObject({ judgment_units: 5, active_namespaces: 1, total_cost_usd: 5.5 });
  await ledger.settle([recordedOf(place, askOf(1), recorded)]);
  expect(await report(organization, { month })).toEqual(closed);
  expect(await report(organization)).toMatchObject({ month: next, judgment_units: 1, closed_at: null });
});

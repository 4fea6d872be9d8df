import { Call } from '@app/bus';
import { ReportUsage, UsageReport } from '@app/contracts/billing';
import { MeteredNamespace, NamespacesMetered, namespaceDeleted, namespacesMetered } from '@app/contracts/documents';
import { eventually } from '@app/testing';
import { boundsOf, monthOf, secondsOf } from '../month/month';
import { askOf, recordedOf } from '../testing/fixtures';
import { OpenBilling, openBilling } from '../testing/open-billing';

const gib = 2 ** 30;
const dayMs = 86_400_000;
const month = monthOf(boundsOf(monthOf(Date.now())).toMs);
const next = monthOf(boundsOf(month).toMs);

let billing: OpenBilling;

beforeAll(async () => {
  billing = await openBilling();
});
afterAll(() => billing.stop());

/** Moves the clock to this many days after the beginning of `month`. */
const toDay = (days: number) => billing.setClock(boundsOf(month).fromMs + days * dayMs - Date.now());
const dayOf = (days: number) => new Date(boundsOf(month).fromMs + days * dayMs).toISOString();
const nothing = { documents: 0, bytes: 0, pinned: false, written_month: null };

async function meter(organization: string, at: number, ...namespaces: Partial<MeteredNamespace>[]): Promise<void> {
  const whole = namespaces.map((one) => ({ namespace: 'n', ...nothing, ...one }));
  const fact: NamespacesMetered = { organization, namespaces: whole, measured_at: dayOf(at) };
  await billing.documents.say(namespacesMetered, fact);
  await eventually(async () => {
    const [{ at: measuredAt }] = await billing.query<{ at: Date | null }>(
      'select max(measured_at) as at from storage where organization = $1',
      [organization],
    );
    expect(measuredAt !== null && measuredAt.toISOString() >= dayOf(at)).toBe(true);
  });
}

/** Every page of a month, as one report. */
async function wholeReport(organization: string, limit: number, query: ReportUsage = {}): Promise<UsageReport> {
  const first = await billing.report(organization, { limit, ...query });
  const lines = [...first.namespaces];
  for (let cursor = first.next_cursor; cursor;) {
    const page = await billing.report(organization, { limit, ...query, cursor });
    expect({ ...page, namespaces: [], next_cursor: null }).toEqual({ ...first, namespaces: [], next_cursor: null });
    lines.push(...page.namespaces);
    cursor = page.next_cursor;
  }
  return { ...first, namespaces: lines, next_cursor: null };
}

/** Gives an organization namespaces `n0000`, `n0001` and so on that were judged. Each fifth was also written. */
async function judgeMany(organization: string, many: number): Promise<void> {
  await billing.query(
    `with named as (select 'n' || lpad(n::text, 4, '0') as namespace, n from generate_series(0, $3 - 1) n),
       judged as (
         insert into namespace_slot (organization, month, namespace, slot, units, tokens, cost_usd)
         select $1, $2, namespace, n % 3, 1.25, 10, 0.001 from named),
       months as (
         insert into month_slot (organization, month, slot, units)
         select $1, $2, n % 3, 1.25 * count(*) from named group by 3),
       by_judgment as (
         insert into judgment_slot (organization, month, namespace, judgment_id, slot, units)
         select $1, $2, namespace, 'j' || n % 2, 0, 1.25 from named)
     insert into tenant_month (organization, month, namespace)
     select $1, $2, namespace from named where n % 5 = 0`,
    [organization, month, many],
  );
}

// First: a process remembers that a month is closed for all, and the other tests pass the end of this one.
it('closes a month a day after its end: its report stays, and the current month takes later charges [BILL-11] [BUD-11]', async () => {
  const organization = 'org_closed';
  const days = secondsOf(month) / 86_400;
  const ref = { organization, namespace: 'n' };
  const recorded = { recorded_at: dayOf(10) };
  await toDay(10);
  await billing.settle(recordedOf(ref, askOf(3), recorded));
  await toDay(days + 0.5);
  expect((await billing.report(organization, { month })).closed_at).toBeNull();
  await billing.settle(recordedOf(ref, askOf(2), recorded));
  expect(await billing.report(organization, { month })).toMatchObject({ judgment_units: 5, closed_at: null });
  // More than one statement closes.
  await judgeMany('org_large', 2001);
  const large = await wholeReport('org_large', 1000, { month });
  expect(large).toMatchObject({ judgment_units: 2501.25, active_namespaces: 2001, closed_at: null });
  await toDay(days + 1.5);
  const closed = await eventually(async () => {
    const shown = await billing.report(organization, { month });
    expect(shown.closed_at).not.toBeNull();
    return shown;
  });
  expect(closed).toMatchObject({ judgment_units: 5, active_namespaces: 1, total_cost_usd: 5.5 });
  await billing.settle(recordedOf(ref, askOf(1), recorded));
  expect(await billing.report(organization, { month })).toEqual(closed);
  await eventually(async () => expect((await billing.report('org_large', { month })).closed_at).not.toBeNull());
  const largeClosed = await wholeReport('org_large', 700, { month });
  expect(largeClosed).toEqual({ ...large, closed_at: largeClosed.closed_at });
  expect(await billing.report(organization)).toMatchObject({ month: next, judgment_units: 1, closed_at: null });
  // Its counters become one row each.
  await eventually(async () => {
    const spread = 'select from namespace_slot where month = $1 and slot > 0 limit 1';
    expect(await billing.query(spread, [month])).toEqual([]);
  });
});

it('bills a pinned namespace by size and time, while the month runs and across its end [BILL-09]', async () => {
  const organization = 'org_pinned';
  const days = secondsOf(month) / 86_400;
  await toDay(1);
  await meter(organization, 1, { pinned: true, bytes: 2 * gib });
  await toDay(4);
  const early = await billing.report(organization);
  expect(early.pinned_gib_months).toBeCloseTo((2 * 3) / days, 3);
  expect(early).toMatchObject({ active_namespaces: 0, tenant_fee_usd: 0, namespaces: [{ namespace: 'n' }] });
  await meter(organization, 5, { pinned: true, bytes: 4 * gib });
  // A measurement that comes late changes nothing.
  await billing.documents.say(namespacesMetered, {
    organization,
    namespaces: [{ namespace: 'n', ...nothing, pinned: true, bytes: 9 * gib }],
    measured_at: dayOf(4),
  });
  await meter(organization, 7, { pinned: false, bytes: 4 * gib });
  await toDay(9);
  const held = (2 * 4 + 4 * 2) / days;
  await eventually(async () => {
    expect((await billing.report(organization)).pinned_gib_months).toBeCloseTo(held, 6);
  });
  expect((await billing.report(organization)).pinned_cost_usd).toBeCloseTo(held * 3, 5);
  await meter(organization, 20, { pinned: true, bytes: gib });
  await toDay(days + 2);
  await meter(organization, days + 2, { pinned: false, bytes: gib });
  expect((await billing.report(organization, { month })).pinned_gib_months).toBeCloseTo(held + (days - 20) / days, 6);
  expect((await billing.report(organization)).pinned_gib_months).toBeCloseTo(2 / (secondsOf(next) / 86_400), 6);
});

it('takes one tenant fee for each namespace that was written or judged in the month [BILL-11]', async () => {
  const organization = 'org_tenants';
  await toDay(3);
  const judged = { recorded_at: dayOf(3) };
  await billing.settle(...['a', 'b'].map((namespace) => recordedOf({ organization, namespace }, askOf(1), judged)));
  const written = ['b', 'c', 'd'].map((namespace) => ({ namespace, written_month: month }));
  await meter(organization, 3, ...written, { namespace: 'idle' });
  await meter(organization, 4, ...written);
  const shown = await billing.report(organization);
  expect(shown).toMatchObject({ active_namespaces: 4, tenant_fee_usd: 2, cost_usd: 2, total_cost_usd: 4 });
  expect(shown.namespaces.map(({ namespace }) => namespace)).toEqual(['a', 'b', 'c', 'd']);
  // The fee of a deleted namespace stays owed.
  const fact = { organization, namespace: 'c', revision: 9 };
  await billing.documents.requester.apply(namespaceDeleted, 'billing', fact, Call.within());
  expect(await billing.report(organization)).toMatchObject({ active_namespaces: 4 });
});

it('shows pages of namespaces, by name, whose sums are those of the whole month [BILL-10]', async () => {
  const organization = 'org_pages';
  await toDay(3);
  await judgeMany(organization, 7);
  await meter(organization, 2, { namespace: 'a-pinned', pinned: true, bytes: gib });
  await meter(organization, 3, { namespace: 'z-written', written_month: month }, { namespace: 'idle' });
  const at = { month, limit: 4 };
  const first = await billing.report(organization, at);
  expect(first.namespaces.map(({ namespace }) => namespace)).toEqual(['a-pinned', 'n0000', 'n0001', 'n0002']);
  expect(first).toMatchObject({ judgment_units: 8.75, active_namespaces: 8, by_judgment: { j0: 5, j1: 3.75 } });
  const second = await billing.report(organization, { ...at, cursor: first.next_cursor ?? '' });
  expect(second.namespaces.map(({ namespace }) => namespace)).toEqual(['n0003', 'n0004', 'n0005', 'n0006']);
  expect(second).toMatchObject({ judgment_units: 8.75, by_judgment: { j0: 5, j1: 3.75 } });
  const third = await billing.report(organization, { ...at, cursor: second.next_cursor ?? '' });
  expect(third.namespaces).toMatchObject([{ namespace: 'z-written', judgment_units: 0, by_judgment: {} }]);
  expect(third.next_cursor).toBeNull();
  await expect(billing.report(organization, { ...at, cursor: 'no' })).rejects.toMatchObject({
    details: { reason: 'bad_cursor' },
  });
});

it('ends a page before its units by judgment exceed a megabyte, and shows one namespace at least [BILL-10]', async () => {
  const organization = 'org_wide';
  await toDay(3);
  await judgeMany(organization, 3);
  await billing.query(
    `insert into judgment_slot (organization, month, namespace, judgment_id, slot, units)
     select $1, $2, namespace, repeat('j', 200) || n, 0, 1
     from unnest('{n0000,n0001,n0002}'::text[]) namespace, generate_series(1, case namespace when 'n0000' then 8000 else 2400 end) n`,
    [organization, month],
  );
  const pages: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: UsageReport = await billing.report(organization, { month, ...(cursor && { cursor }) });
    pages.push(page.namespaces.map(({ namespace }) => namespace));
    expect(Object.keys(page.by_judgment ?? {})).toHaveLength(100);
    cursor = page.next_cursor ?? null;
  }
  expect(pages).toEqual([['n0000'], ['n0001', 'n0002']]);
});

it.each([
  ['*', undefined, ['acme', 'acme/t1', 'acme/t12', 'beta']],
  ['acme/*', undefined, ['acme/t1', 'acme/t12']],
  ['acme*', 'acme/t1', ['acme/t1']],
  ['acme/t1*', 'acme*', ['acme/t1']],
  ['beta', 'acme*', []],
])('scope %s with prefix %s shows and sums %j [AUTH-05]', async (scope, prefix, expected) => {
  const organization = 'org_scoped';
  await toDay(3);
  const names = ['acme', 'acme/t1', 'acme/t12', 'beta'];
  await billing.query(
    `insert into namespace_slot (organization, month, namespace, slot, units, tokens, cost_usd)
     select $1, $2, namespace, 0, 1, 10, 0.5 from unnest($3::text[]) namespace on conflict do nothing`,
    [organization, month, names],
  );
  const query = { month, ...(prefix !== undefined && { namespace_prefix: prefix }) };
  const shown = await billing.report(organization, query, { scope });
  expect(shown.namespaces.map(({ namespace }) => namespace)).toEqual(expected);
  expect(shown).toMatchObject({ judgment_units: expected.length, active_namespaces: expected.length });
});

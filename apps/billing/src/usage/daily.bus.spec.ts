import { eventually } from '@app/testing';
import { boundsOf, monthOf } from '../month/month';
import { askOf, recordedOf } from '../testing/fixtures';
import { OpenBilling, openBilling } from '../testing/open-billing';

const dayMs = 86_400_000;
const month = monthOf(boundsOf(monthOf(Date.now())).toMs);
const { fromMs } = boundsOf(month);
let billing: OpenBilling;

beforeAll(async () => {
  billing = await openBilling();
});
afterAll(() => billing.stop());

const toDay = (days: number) => billing.setClock(fromMs + days * dayMs - Date.now());
const at = (days: number) => ({ recorded_at: new Date(fromMs + days * dayMs).toISOString() });
const dateOf = (days: number) => at(days).recorded_at.slice(0, 10);

it("reports a month by the day of each charge's answers, and the days add up to the month [DASH-07] [BILL-09]", async () => {
  const organization = 'org_daily';
  const ref = (namespace: string) => ({ organization, namespace });
  await toDay(3.5);
  const twice = recordedOf(ref('a/x'), askOf(2), at(0.5));
  await billing.settle(twice);
  await billing.settle(twice);
  await billing.settle(recordedOf(ref('a/y'), askOf(0.25), at(2)), recordedOf(ref('b'), askOf(4), at(2.9)));
  const shown = await billing.days(organization);
  expect(shown.month).toBe(month);
  expect(shown.days.map(({ day, judgment_units }) => [day, judgment_units])).toEqual([
    [dateOf(0), 2],
    [dateOf(1), 0],
    [dateOf(2), 4.25],
    [dateOf(3), 0],
  ]);
  expect(shown.undated).toEqual({ judgment_units: 0, tokens: 0, cost_usd: 0 });
  const whole = await billing.report(organization);
  const sum = (read: 'judgment_units' | 'tokens' | 'cost_usd') =>
    shown.days.reduce((total, one) => total + one[read], 0);
  expect([sum('judgment_units'), sum('tokens'), sum('cost_usd')]).toEqual([6.25, 300, 6.25]);
  expect(whole).toMatchObject({ judgment_units: 6.25, tokens: 300, cost_usd: 6.25 });
  // The prefix and the scope both narrow the days, and what has no day.
  const units = (days: typeof shown) => days.days.map(({ judgment_units }) => judgment_units);
  expect(units(await billing.days(organization, { namespace_prefix: 'a/*' }))).toEqual([2, 0, 0.25, 0]);
  expect(units(await billing.days(organization, {}, { scope: 'b' }))).toEqual([0, 0, 4, 0]);
  expect(units(await billing.days(organization, { namespace_prefix: 'a/x' }, { scope: 'a/y' }))).toEqual([0, 0, 0, 0]);
  expect(units(await billing.days('org_stranger'))).toEqual([0, 0, 0, 0]);
});

it('keeps days for 400 days; what they held is undated then, and the month keeps its sum [BILL-09]', async () => {
  const organization = 'org_old';
  await toDay(1.5);
  await billing.settle(recordedOf({ organization, namespace: 'n' }, askOf(3), at(1)));
  await toDay(402.5);
  const old = await eventually(async () => {
    const shown = await billing.days(organization, { month });
    expect(shown.undated.judgment_units).toBe(3);
    return shown;
  });
  expect(old.undated).toEqual({ judgment_units: 3, tokens: 100, cost_usd: 3 });
  expect(new Set(old.days.map(({ judgment_units }) => judgment_units))).toEqual(new Set([0]));
  expect(await billing.report(organization, { month })).toMatchObject({ judgment_units: 3, cost_usd: 3 });
});

it.each([
  ['0000-01', 31],
  ['0050-02', 28],
  ['9999-12', 0],
])('reports nothing of %s, the first and the last months that can be asked for included', async (asked, days) => {
  await toDay(3);
  const shown = await billing.days('org_edges', { month: asked });
  expect(shown.undated).toEqual({ judgment_units: 0, tokens: 0, cost_usd: 0 });
  expect(shown.days.filter(({ day }) => day.startsWith(asked))).toHaveLength(shown.days.length);
  expect(shown.days).toHaveLength(days);
  expect(await billing.report('org_edges', { month: asked })).toMatchObject({ month: asked, judgment_units: 0 });
});

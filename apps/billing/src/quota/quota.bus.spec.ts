import { reportQuota } from '@app/contracts/billing';
import { callerOf } from '@app/testing';
import { monthOf } from '../month/month';
import { askOf, prices, recordedOf } from '../testing/fixtures';
import { OpenBilling, openBilling } from '../testing/open-billing';

let billing: OpenBilling;

beforeAll(async () => {
  billing = await openBilling();
});
afterAll(() => billing.stop());

it("counts judgments that were charged this month and those that running asks hold, beside the plan's limits [DASH-07]", async () => {
  const ref = { organization: 'org_counted', namespace: 'n' };
  const read = (plan: 'developer' | 'scale', organization = ref.organization) =>
    billing.gateway.ask(reportQuota, {}, callerOf(organization, { plan }));
  const now = new Date().toISOString();
  await billing.settle(recordedOf(ref, askOf(3), { recorded_at: now }));
  await billing.reserve(ref, [askOf(2)]);
  const month = monthOf(Date.now());
  const { judgments, namespaces, documents, gib } = prices.quotas.developer;
  const developer = { plan: 'developer', month, judgments_used: 5, judgments, namespaces, documents, gib };
  expect(await read('developer')).toEqual(developer);
  const unlimited = { judgments: null, namespaces: null, documents: null, gib: null };
  expect(await read('scale')).toEqual({ plan: 'scale', month, judgments_used: 5, ...unlimited });
  expect(await read('scale', 'org_other')).toMatchObject({ judgments_used: 0 });
});

import type { BudgetChanged } from '@app/contracts/billing';
import { findNamespace, setPaused } from '../../namespace/namespace.store';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { SettingCopyService } from './setting-copy.service';

const organization = 'org_copies';
const namespace = 'c/paused';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

it('a pause that billing published before the budget was raised, and that comes later, pauses nothing [BUD-06]', async () => {
  await harness.write(organization, namespace, { upsert: [{ id: 'a' }] });
  const copies = new SettingCopyService(harness.database);
  const { id } = (await findNamespace(harness.database, { organization, namespace }))!;
  const paused = async () => (await findNamespace(harness.database, { organization, namespace }))?.paused;
  const fact = (isPaused: boolean, revision: number): BudgetChanged => ({
    organization,
    namespace,
    paused: isPaused,
    revision,
    spend_month_usd: 1,
    month: '2026-03',
    changed_at: '2026-03-04T09:30:00.000Z',
  });
  await copies.applyBudget(fact(true, 6));
  expect(await paused()).toBe(true);
  await setPaused(harness.database, id, false, 8);
  expect(await paused()).toBe(false);
  await copies.applyBudget(fact(true, 7));
  expect(await paused()).toBe(false);
  await copies.applyBudget(fact(true, 9));
  await setPaused(harness.database, id, false, 8);
  expect(await paused()).toBe(true);
});

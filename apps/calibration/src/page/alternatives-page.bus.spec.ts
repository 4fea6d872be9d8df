import { readAlternativesPage } from '@app/contracts/calibration';
import { AlternativesHarness } from '../testing/alternatives-harness';
import { policy } from './style';

let table: AlternativesHarness;

beforeAll(async () => {
  table = await AlternativesHarness.open();
}, 60_000);
beforeEach(() => table.begin());
afterEach(() => table.end());
afterAll(() => table.calibration.stop());

it('shows the table that is read as JSON as a page, whose policy lets nothing load [ALT-01]', async () => {
  await table.arrange('org_page');
  await table.name('org_page', 'Late <at all>?');
  const { message } = await table.priced('org_page');
  const query = { namespace: 'n', judgment: 'late', plan: 'team' };
  const page = await table.calibration.ask(readAlternativesPage, query, 'org_page');
  expect(page.policy).toBe(policy);
  expect(page.html).toContain('Alternatives to late');
  expect(page.html).toContain(message);
  expect(page.html).toContain('not scored');
});

import { Stack, openLimitMs, openStack } from '@app/testing/stack';
import { Locator } from 'playwright-core';
import { DashboardRoom } from './browser/dashboard-room';
import { WatchedPage } from './browser/watched-page';
import { Scenario, boolJudgment } from './scenario/scenario';

const limitMs = 120_000;

let stack: Stack;
let room: DashboardRoom;
let scenario: Scenario;
let owner: WatchedPage;
let document: string;
let late: Locator;
let banner: Locator;

/** Nothing stands behind the names. */
beforeAll(async () => {
  stack = await openStack({ name: 'models', settings: { 'engine-broker': { ENGINES: '{}' } } });
  room = await DashboardRoom.open('models', stack);
  scenario = new Scenario(stack, 'models', room.key);
  await scenario.judgment(boolJudgment('late'));
  await scenario.upsert('d0', { text: 'the order is late again' });
  await scenario.fresh('d0', 'late');
  document = `/document?ns=${encodeURIComponent(scenario.namespace)}&id=d0`;
  owner = await room.signedIn('owner');
  const { page } = owner;
  late = page.getByRole('region', { name: 'late' });
  banner = page.getByRole('status').filter({ hasText: 'The built-in engine gave answers on this page' });
}, openLimitMs);
beforeEach(() => {
  owner.complaints.length = 0;
});
afterAll(() => room?.close());

it(
  'says that the built-in engine answered, and judges a fresh answer again once its price was shown [DASH-06] [ENG-01]',
  async () => {
    const { page } = owner;
    await owner.go(document);
    await banner.waitFor();
    await late.getByText(/^Judged .* by built-in current\+/).waitFor();
    const { judged_at: before } = await scenario.answer('d0', 'late');
    const judge = late.getByRole('button', { name: 'Judge now' });
    await owner.tabTo(judge);
    await page.keyboard.press('Enter');
    const price = late.getByText(/^The answer is fresh\. Asks jev for a new one: at most 1 units, \$0\.\d+\.$/);
    await price.waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    expect(await owner.barriers('dark')).toEqual([]);
    await late.getByRole('button', { name: 'Leave it' }).click();
    await judge.click();
    await price.waitFor();
    await late.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText(/^Judged for \$0\.\d+\.$/).waitFor();
    await judge.waitFor();
    const { judged_at: after } = await scenario.answer('d0', 'late');
    expect(Date.parse(String(after))).toBeGreaterThan(Date.parse(String(before)));
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'shows what the service warns of below the fields of the editor [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.go(`/editor?ns=${encodeURIComponent(scenario.namespace)}`);
    const warning = (words: string) => page.getByRole('tabpanel').getByRole('note').filter({ hasText: words });
    await page.getByRole('textbox', { name: 'Name' }).fill('overdue');
    await page.getByRole('textbox', { name: 'Question' }).fill('Overdue?');
    const paths = page.getByRole('textbox', { name: 'Paths that the engine reads, one a line' });
    await paths.fill('state.text\nstate.gone');
    await warning('field not found: No sampled document has `state.gone`').waitFor();
    await warning('built in engine: No model is configured for `jev`').waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    expect(await owner.excess()).toBe(0);
    await paths.fill('state.text');
    await warning('field not found').waitFor({ state: 'detached' });
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

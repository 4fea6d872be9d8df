import { openLimitMs } from '@app/testing/stack';
import { DashboardRoom } from './browser/dashboard-room';
import { WatchedPage } from './browser/watched-page';
import { Scenario, boolJudgment } from './scenario/scenario';

const markup = '<img src=x onerror="document.title=`run`"></script><b>bold</b> javascript:alert(1) \u202egnp';

/** Pages that hold the parts of all others; LONG looks at every page. */
const inLight = /tab=(overview|thresholds|members)|documents|document\?|endpoints|editor/;
const inDark = /tab=thresholds|document\?/;

/** Each page alone waits for nothing longer than a few seconds; this is for a machine that others load. */
const pagesLimitMs = 180_000;

let room: DashboardRoom;
let scenario: Scenario;
let owner: WatchedPage;

const pagesOf = (ns: string): string[] => {
  const [at, id] = [encodeURIComponent(ns), encodeURIComponent('a/b')];
  const tabs = ['overview', 'thresholds', 'calibration', 'alternatives', 'versions', 'settings'];
  return [
    ...['/', `/namespaces?show=${at}`, `/judgments?ns=${at}`],
    ...tabs.map((tab) => `/judgment?ns=${at}&name=late&tab=${tab}`),
    ...[`/editor?ns=${at}`, `/review?ns=${at}&name=late`, `/documents?ns=${at}`, `/document?ns=${at}&id=${id}`],
    ...[`/groups?ns=${at}`, `/group?ns=${at}&name=lands`, `/editor?ns=${at}&name=late`],
    ...['/endpoints', '/events', '/jobs', '/usage', '/engines'],
    ...['organization', 'members', 'keys', 'audit', 'account'].map((tab) => `/settings?tab=${tab}`),
  ];
};

beforeAll(async () => {
  room = await DashboardRoom.open('pages');
  scenario = new Scenario(room.stack, 'desk', room.key);
  await scenario.judgment(boolJudgment('late', { thresholds: { alarm: 0.5 } }));
  await scenario.upsert('a/b', { text: markup }, { country: 'DE' });
  await scenario.upsert('..x', { text: 'late again' }, { country: 'FR' });
  const aggregates = { late: { aggregate: 'mean', path: 'answers.late.p' } };
  await scenario.ok('PUT', '/groups/lands', { key: 'attributes.country', aggregates });
  await scenario.fresh('a/b', 'late');
  owner = await room.signedIn('owner');
}, openLimitMs);
afterAll(() => room?.close());

it(
  'opens every page for an owner: readable in light and dark, at 320 pixels, without a complaint [DASH-06]',
  async () => {
    const faults: string[] = [];
    for (const address of pagesOf(scenario.namespace)) {
      await owner.go(address);
      const found = await owner.page.getByRole('alert').allTextContents();
      if (process.env['LONG'] || inLight.test(address)) found.push(...(await owner.barriers('light')));
      if (process.env['LONG'] || inDark.test(address)) found.push(...(await owner.barriers('dark')));
      const excess = await owner.excess();
      if (excess > 0) found.push(`${excess} pixels too wide`);
      faults.push(...found.map((words) => `${address} ${words}`));
    }
    expect(faults).toEqual([]);
    expect(owner.complaints).toEqual([]);
  },
  pagesLimitMs,
);

it('shows what documents hold as text, whatever it is [DASH-06]', async () => {
  await owner.go(`/document?ns=${encodeURIComponent(scenario.namespace)}&id=${encodeURIComponent('a/b')}`);
  await owner.page.getByText('<img src=x').first().waitFor();
  await owner.page.getByRole('button', { name: 'What it would read' }).click();
  await owner.page.locator('.plain').waitFor();
  expect(await owner.page.title()).toBe('a/b · Judgment Service');
  expect(await owner.page.locator('main img, main b').count()).toBe(0);
  expect(owner.complaints).toEqual([]);
});

it('shows the days of the month, the limits of the plan, and who changed what [DASH-07]', async () => {
  const { page } = owner;
  const today = new Date().toISOString().slice(0, 10);
  await owner.go('/usage');
  const day = page.getByRole('table', { name: 'Usage by day' }).getByRole('row', { name: new RegExp(today) });
  await day.getByText(/^\$0\.\d*[1-9]/).waitFor();
  await owner.go('/settings?tab=organization');
  const limits = page.getByRole('table', { name: 'Limits of the plan' });
  await limits.getByRole('row', { name: /^Documents/ }).waitFor();
  await owner.go('/settings?tab=audit');
  await page
    .getByRole('table', { name: 'Changes' })
    .getByText(/^member\./)
    .first()
    .waitFor();
  expect(owner.complaints).toEqual([]);
});

it('goes by keys, and filters documents by conditions that stand in the address', async () => {
  const { page } = owner;
  await owner.go(`/judgments?ns=${encodeURIComponent(scenario.namespace)}`);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
  await page.keyboard.type('gd');
  await page.getByRole('heading', { name: `Documents of ${scenario.namespace}` }).waitFor();
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('combobox', { name: 'Path' }).fill('attributes.country');
  await page.getByLabel('Value').fill('FR');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('1 shown').waitFor();
  expect(new URL(page.url()).searchParams.get('filter')).toBe('{"attributes.country":{"eq":"FR"}}');
  await page.reload();
  await page.getByText('1 shown').waitFor();
  expect(await page.getByRole('link', { name: '..x' }).count()).toBe(1);
});

it(
  'lets a member look at every page and change nothing [DASH-06]',
  async () => {
    const member = await room.signedIn('member');
    const words = /^(Judge now|Make|Make a key|Invite|Rename|Delete|Enable|Disable|Redeliver|Cancel)$/;
    const offered: string[] = [];
    for (const address of pagesOf(scenario.namespace)) {
      await member.go(address);
      for (const name of await member.page.getByRole('button', { name: words }).allTextContents())
        offered.push(`${address} ${name}`);
    }
    expect(offered).toEqual([]);
    expect(member.complaints).toEqual([]);
    await member.page.context().close();
  },
  pagesLimitMs,
);

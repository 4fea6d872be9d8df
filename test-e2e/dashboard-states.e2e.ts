import { eventually, openLimitMs } from '@app/testing/stack';
import { Locator } from 'playwright-core';
import { DashboardRoom } from './browser/dashboard-room';
import { WatchedPage } from './browser/watched-page';
import { Scenario, boolJudgment } from './scenario/scenario';

const limitMs = 120_000;
const password = 'a battery that is stapled';
/** Slow enough that a backfill is seen running. */
const slowMs = 1_500;

let room: DashboardRoom;
let scenario: Scenario;
let owner: WatchedPage;
let at: string;

beforeAll(async () => {
  room = await DashboardRoom.open('states');
  scenario = new Scenario(room.stack, 'states', room.key);
  at = encodeURIComponent(scenario.namespace);
  const upsert = Array.from({ length: 40 }, (_, n) => ({
    id: `d${n}`,
    attributes: { seller: `s${n % 3}` },
    state: { text: `order ${n} waits` },
  }));
  await scenario.write({ upsert });
  await room.stack.operator.runWith(password, [
    ...['org', 'member-add', '--org', room.organization, '--email', room.emailOf('owner'), '--role', 'owner'],
    '--password-stdin',
  ]);
  owner = await room.signedIn('owner');
}, openLimitMs);
/** The form of a new group, filled in. */
async function filledGroup(): Promise<Locator> {
  const form = owner.page.getByRole('region', { name: 'New group' });
  await form.getByLabel('Name').fill('sellers');
  await form.getByLabel('Key').fill('attributes.seller');
  return form;
}

beforeEach(() => {
  owner.complaints.length = 0;
});
afterAll(async () => {
  await room?.stack.engine.set({ latency: 'zero' });
  await room?.close();
});

it(
  'says that it is offline, keeps what it has read, and goes on by itself [DASH-06]',
  async () => {
    const { page } = owner;
    await page.clock.install();
    await owner.go(`/documents?ns=${at}`);
    const row = page.getByRole('link', { name: 'd0', exact: true });
    await row.waitFor();
    await page.context().setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: 'You are offline' });
    await banner.waitFor();
    await row.waitFor();
    await scenario.upsert('a0', { text: 'written meanwhile' }, { seller: 's9' });
    // What was read within the last five seconds is not read again.
    await page.clock.fastForward(5_500);
    await page.context().setOffline(false);
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'a0', exact: true }).waitFor();
    expect(owner.complaints.filter((words) => !words.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  },
  limitMs,
);

it(
  'lays the form over the page when a session ends, and keeps what was typed [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.turnTo(`/groups?ns=${at}`);
    const form = await filledGroup();
    await page.context().clearCookies();
    await form.getByRole('button', { name: 'Save group' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again: your session is over' });
    await again.getByLabel('Password', { exact: true }).fill(password);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Name').inputValue()).toBe('sellers');
    await form.getByRole('button', { name: 'Save group' }).click();
    await page.getByText(/^Group (saved|created)\./).waitFor();
    const groups = page.getByRole('table', { name: 'Groups' });
    await groups.getByRole('row', { name: /^sellers/ }).waitFor();
    const { groups: made } = await scenario.ok<{ groups: { name: string; key: string }[] }>('GET', '/groups');
    expect(made).toMatchObject([{ name: 'sellers', key: 'attributes.seller' }]);
    expect(owner.complaints.filter((words) => !/401/.test(words))).toEqual([]);
  },
  limitMs,
);

it(
  'stays at a group while its deletion is refused, and leaves it once it is deleted [DASH-06]',
  async () => {
    const { page } = owner;
    const message = 'The group is counted at the moment; delete it later.';
    const refusal = { error: { code: 'conflict', message, details: {}, request_id: 'req_refused' } };
    const path = /\/groups\/sellers$/;
    await page.route(path, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 409, json: refusal }) : route.continue(),
    );
    await owner.turnTo(`/group?ns=${at}&name=sellers`);
    await page.getByRole('button', { name: 'Delete group' }).click();
    const question = page.getByRole('dialog', { name: 'Delete group' });
    await question.getByRole('button', { name: 'Delete group' }).click();
    await question.getByRole('alert').getByText(message).waitFor();
    expect(page.url()).toContain('/group?');
    await page.unroute(path);
    await question.getByRole('button', { name: 'Delete group' }).click();
    await page.getByText('Group deleted.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
    expect(await scenario.ok('GET', '/groups')).toMatchObject({ groups: [] });
    expect(owner.complaints.filter((words) => !/409/.test(words))).toEqual([]);
  },
  limitMs,
);

it(
  'publishes a summary of a prefix by the forms of the page [GRP-05]',
  async () => {
    const { page } = owner;
    const prefix = `${scenario.namespace}/*`;
    await owner.turnTo(`/groups?ns=${encodeURIComponent(prefix)}`);
    const form = await filledGroup();
    await form.getByRole('button', { name: 'Save group' }).click();
    await page.getByText(/^Group (saved|created)\./).waitFor();
    await page.getByLabel('Target namespace (one document per tenant)').fill(scenario.namespace);
    await page.getByLabel('Bands by group and aggregate').fill('{"sellers": {"documents": [10, 100]}}');
    await page.getByRole('button', { name: 'Publish summary' }).click();
    await page.getByText('Summary published.').waitFor();
    const path = `/namespaces/${encodeURIComponent(prefix)}/summary`;
    const { body } = await room.stack.api('GET', path, undefined, { key: room.key });
    expect(body).toMatchObject({
      into: scenario.namespace,
      groups: ['sellers'],
      bands: { sellers: { documents: [10, 100] } },
    });
    // A prefix without a summary has none to read.
    expect(owner.complaints.filter((words) => !/404/.test(words))).toEqual([]);
  },
  limitMs,
);

it(
  'cancels a backfill that runs, where the job stands [JOB-07] [DASH-06]',
  async () => {
    const { page } = owner;
    await scenario.judgment(boolJudgment('late', { freshness: { policy: 'manual' } }));
    await room.stack.engine.set({ latency: slowMs });
    const { confirm } = await scenario.ok<{ confirm: string }>('POST', '/judgments/late/backfill', {});
    const { job } = await scenario.ok<{ job: { id: string } }>('POST', '/judgments/late/backfill', { confirm });
    await owner.turnTo('/jobs');
    const row = page.getByRole('table', { name: 'Jobs' }).getByRole('row', { name: /^backfill/ });
    await row.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Job cancelled.').waitFor();
    await row.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    const { body } = await room.stack.api<{ status: string; progress: { done: number; total: number } }>(
      ...(['GET', `/jobs/${job.id}`, undefined, { key: room.key }] as const),
    );
    expect(body.status).not.toBe('done');
    expect(body.progress.done).toBeLessThan(body.progress.total);
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'names the plan that alternatives need, and prints a page without its bars [DASH-05] [DASH-06]',
  async () => {
    const { page } = owner;
    const plan = (name: string) => room.stack.operator.run(['org', 'plan', room.organization, '--plan', name]);
    await plan('developer');
    try {
      await owner.go(`/judgment?ns=${at}&name=late&tab=alternatives`);
      await page.getByText('This needs the team plan').waitFor();
      expect(await page.getByText(/Yours is developer\./).count()).toBe(1);
    } finally {
      await plan('scale');
    }
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    expect(await page.getByRole('navigation').first().isVisible()).toBe(true);
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'says which part did not arrive while the rest works, and has it once the page is loaded again [DASH-06]',
  async () => {
    const { page } = owner;
    const isOpen = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();
    await owner.go('/jobs');
    const part = /\/app\/assets\/(usage-page|key-sheet)\.\w+\.js$/;
    await page.route(part, (route) => route.abort());
    await page.getByRole('link', { name: 'Usage' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'A part of the dashboard could not be loaded.' });
    await refusal.waitFor();
    await page.getByRole('link', { name: 'Jobs' }).click();
    await isOpen('Jobs');
    await page.keyboard.press('?');
    await refusal.waitFor();
    await page.unroute(part);
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await isOpen('Usage');
    expect(await refusal.count()).toBe(0);
    // The browser's own words about the parts that it did not get, and React's that a boundary caught them.
    expect(owner.complaints.filter((words) => !/ERR_FAILED|could not be loaded/.test(words))).toEqual([]);
  },
  limitMs,
);

it(
  'tells nobody of parts that a quick change of pages leaves behind [DASH-06]',
  async () => {
    const { page } = owner;
    await page.route(/\/app\/assets\/.*-page\.\w+\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      // The page may be gone by then, and the request with it.
      await route.continue().catch(() => undefined);
    });
    for (const path of ['/usage', '/events', '/engines', '/settings']) {
      await page.goto(`${room.origin}/app${path}`, { waitUntil: 'commit' });
      await page.getByRole('link', { name: 'Endpoints' }).click();
      await page.getByRole('link', { name: 'Namespaces' }).click();
    }
    // A request that the browser holds back for a route may never be sent on when the route goes: its part comes first.
    await page.getByRole('heading', { level: 1, name: 'Namespaces' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await owner.settled();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'gives the focus back to what opened the sheet of keys, also when the sheet first had to come [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.go('/');
    const link = page.getByRole('link', { name: 'Jobs' });
    for (const time of ['first', 'second']) {
      await link.focus();
      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await sheet.waitFor();
      if (time === 'first') expect(await owner.barriers('light')).toEqual([]);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      expect(await link.evaluate((one) => one.matches(':focus'))).toBe(true);
    }
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'tells on the overview and among engines that an engine is not asked, since when, and when it is again [ENG-11]',
  async () => {
    const { page } = owner;
    const circuit = async () => {
      const { body } = await room.stack.api<{ engines: { name: string; circuit: { state: string } }[] }>(
        ...(['GET', '/engines', undefined, { key: room.key }] as const),
      );
      return body.engines.find(({ name }) => name === 'jev')?.circuit.state;
    };
    const need = page.getByRole('listitem').filter({ hasText: 'The engine jev is paused after repeated failures' });
    await room.stack.engine.set({ latency: 'zero', faults: [{ from: 1, fault: '503:seconds=1' }] });
    try {
      await scenario.judgment(boolJudgment('now', { freshness: { policy: 'on_change' } }));
      // Failures must outnumber the answers of the tests before.
      await scenario.write({
        upsert: Array.from({ length: 40 }, (_, n) => ({ id: `d${n}`, state: { text: `order ${n} waits longer` } })),
      });
      await eventually(async () => expect(await circuit()).toBe('open'), 30_000, 250);
      await owner.turnTo('/');
      await need.getByText(/ ago$|^now$/).waitFor();
      expect(await owner.barriers('light')).toEqual([]);
      await need.getByRole('link', { name: 'jev' }).click();
      await owner.settled();
      const row = page.getByRole('table', { name: 'Engines' }).getByRole('row', { name: /^jev/ });
      await row.getByText('open', { exact: true }).waitFor();
      expect(await owner.excess()).toBe(0);
    } finally {
      await room.stack.engine.set({ faults: [] });
    }
    await eventually(async () => expect(await circuit()).toBe('closed'), 30_000, 250);
    await owner.go('/');
    await page.getByText('Nothing to do.').waitFor();
    expect(await need.count()).toBe(0);
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'shows a page once its file has come, for which no clock of the page has to go on [DASH-06]',
  async () => {
    const { page } = owner;
    // Before the dashboard loads, which keeps the timers that it finds.
    await page.clock.install();
    await owner.go('/jobs');
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('navigation').getByRole('link', { name: 'Events', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  },
  limitMs,
);

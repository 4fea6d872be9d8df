import { openLimitMs } from '@app/testing/stack';
import { Page, Request } from 'playwright-core';
import { DashboardRoom } from './browser/dashboard-room';
import { WatchedPage } from './browser/watched-page';
import { Scenario, boolJudgment } from './scenario/scenario';

const tabs = process.env['LONG'] ? 8 : 4;
const limitMs = 120_000;

let room: DashboardRoom;
let scenario: Scenario;

/** Requests for events that wait now, with the tab that made each. */
const waiting = new Map<Request, Page>();

function watchPolls(page: Page): void {
  page.on('request', (request) => {
    if (/\/events\?(.*&)?wait=/.test(request.url())) waiting.set(request, page);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  page.on('close', () => {
    for (const [request, tab] of waiting) if (tab === page) waiting.delete(request);
  });
}
const leaders = () => [...new Set(waiting.values())];

/** Resolves with the one tab that follows the feed. */
async function leader(): Promise<Page> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const [one, ...others] = leaders();
    // Between two polls of one tab nothing waits.
    if (one && others.length === 0) return one;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${leaders().length} tabs follow the feed.`);
}

beforeAll(async () => {
  room = await DashboardRoom.open('live');
  scenario = new Scenario(room.stack, 'live', room.key);
  await scenario.upsert('seed', { text: 'old' }, { country: 'FR' });
  await scenario.ok('PUT', '/subscriptions/italy', { filter: { 'attributes.country': { eq: 'IT' } } });
}, openLimitMs);
afterAll(() => room?.close());

it(
  'shows events in every tab while one alone asks; another goes on when it closes; a way out empties all [DASH-06]',
  async () => {
    const first = await room.signedIn('owner');
    const context = first.page.context();
    watchPolls(first.page);
    await first.go('/events');
    const watched = [first];
    while (watched.length < tabs) {
      const next = await WatchedPage.open(context, room.origin);
      watchPolls(next.page);
      await next.go('/events');
      watched.push(next);
    }
    const entered = (count: number) => async (tab: WatchedPage) => {
      const rows = tab.page.getByRole('cell', { name: 'subscription.entered', exact: true });
      await rows.nth(count - 1).waitFor();
    };
    const before = await leader();
    await scenario.upsert('rome', { text: 'new' }, { country: 'IT' });
    await Promise.all(watched.map(entered(1)));

    await before.close();
    const left = watched.filter(({ page }) => page !== before);
    await scenario.upsert('milan', { text: 'new' }, { country: 'IT' });
    await Promise.all(left.map(entered(2)));
    expect(await leader()).not.toBe(before);

    const [leaving] = left;
    await leaving?.page.getByRole('button', { name: /^Account of/ }).click();
    await leaving?.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await Promise.all(left.map(({ page }) => page.getByLabel('Password', { exact: true }).waitFor()));
    const kept = await Promise.all(left.map(({ page }) => page.getByText('subscription.entered').count()));
    expect(kept).toEqual(left.map(() => 0));
    // Reads that were on their way when the person left are refused; nothing else may be complained of.
    const complaints = watched.flatMap((tab) => tab.complaints);
    expect(complaints.filter((words) => !/401/.test(words))).toEqual([]);
  },
  limitMs,
);

/**
 * How long an answer waits after a change, which is longer than a page that is seen goes without a reading of its answers (10 s),
 * and how long each long poll of the feed may wait before it is cut.
 */
const debounceMs = 18_000;
const cutAfterMs = 3_000;

it(
  'shows an answer turn stale with its reason and when it is due, then fresh, without a reload and with each long poll cut [DASH-06]',
  async () => {
    await scenario.judgment(boolJudgment('late', { freshness: { policy: 'on_change', debounce_ms: debounceMs } }));
    await scenario.upsert('turin', { text: 'the order waits' }, { country: 'FR' });
    const before = await scenario.fresh('turin', 'late', 60_000);

    const watched = await room.signedIn('owner');
    const { page } = watched;
    await page.route(/\/events\?(.*&)?wait=/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, cutAfterMs));
      // The page may be gone by then.
      await route.abort('connectionreset').catch(() => undefined);
    });
    const tab = await WatchedPage.open(page.context(), room.origin);
    await tab.go(`/document?ns=${encodeURIComponent(scenario.namespace)}&id=turin`);
    await watched.go(`/documents?ns=${encodeURIComponent(scenario.namespace)}`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'turin' }) });
    const card = tab.page.getByRole('region', { name: 'late' });
    await row.getByText(before.p!.toFixed(3)).waitFor();
    await card.getByText('fresh', { exact: true }).waitFor();
    const loads: string[] = [];
    for (const each of [page, tab.page]) each.on('load', () => loads.push(each.url()));

    await scenario.upsert('turin', { text: 'nobody answers, and the order is gone' }, { country: 'FR' });
    await Promise.all([
      row.getByText(/^the document changed, due in \d+ s$/).waitFor(),
      card.getByText('Not fresh: the document changed.').waitFor(),
      card.getByText(/^Due in \d+ s\./).waitFor(),
    ]);
    const after = await scenario.fresh('turin', 'late', 60_000);
    expect(after.p).not.toBe(before.p);
    await Promise.all([
      row.getByText(after.p!.toFixed(3)).waitFor(),
      row.getByText('the document changed').waitFor({ state: 'detached' }),
      card.getByText('fresh', { exact: true }).waitFor(),
      card.getByText(after.p!.toFixed(3)).first().waitFor(),
    ]);
    expect(loads).toEqual([]);
    const complaints = [...watched.complaints, ...tab.complaints];
    expect(complaints.filter((words) => !words.includes('ERR_CONNECTION_RESET'))).toEqual([]);
  },
  limitMs,
);

it(
  'says what an answer waits for once it is asked [DASH-06] [O-STALE]',
  async () => {
    const slow = { policy: 'on_change', debounce_ms: 3_600_000, max_wait_ms: 3_600_000 };
    await scenario.judgment(boolJudgment('slow', { freshness: slow }));
    await scenario.upsert('pisa', { text: 'the order waits' }, { country: 'FR' });
    const watched = await room.signedIn('member');
    await watched.turnTo(`/document?ns=${encodeURIComponent(scenario.namespace)}&id=pisa`);
    const card = watched.page.getByRole('region', { name: 'slow' });
    await card.getByRole('button', { name: 'Why is it pending?' }).click();
    await card.getByText(/^Version 1 is active: on change, 1 h after the last change/).waitFor();
    await card
      .getByText(/^Version \d+ of the document is wanted, because of the document; it has seen none\.$/)
      .waitFor();
    const queue = card.getByRole('table', { name: 'Why slow is pending' });
    await queue.getByRole('cell', { name: 'further changes may come, or the last attempt failed' }).waitFor();
    expect(watched.complaints).toEqual([]);
    await watched.page.context().close();
  },
  limitMs,
);

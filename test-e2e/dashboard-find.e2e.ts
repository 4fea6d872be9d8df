import { eventually, openLimitMs } from '@app/testing/stack';
import { DashboardRoom } from './browser/dashboard-room';
import { savedText } from './browser/saved-text';
import { WatchedPage } from './browser/watched-page';
import { Scenario, boolJudgment } from './scenario/scenario';

const limitMs = 120_000;

let room: DashboardRoom;
let desk: Scenario;
let other: Scenario;
let owner: WatchedPage;
let event: string;

beforeAll(async () => {
  room = await DashboardRoom.open('find');
  desk = new Scenario(room.stack, 'find/desk', room.key);
  other = new Scenario(room.stack, 'find/other', room.key);
  await desk.judgment(boolJudgment('late'));
  await desk.ok('PUT', '/subscriptions/hot', { filter: { 'answers.late.p': { gte: 0 } } });
  await desk.ok('PUT', '/subscriptions/german', { filter: { 'attributes.country': 'DE' } });
  await desk.upsert('ticket-1', { text: 'late again' }, { country: 'DE' });
  await desk.upsert('=ticket', { text: 'on time' }, { country: 'DE' });
  await other.upsert('elsewhere-7', { text: 'x' });
  await desk.fresh('ticket-1', 'late');
  await eventually(async () => {
    const found = await desk.events('subscription.entered');
    event = found.find(({ data }) => (data as { subscription?: string }).subscription === 'hot')?.id ?? '';
    expect([event, found.length]).toEqual([expect.stringMatching(/^evt_/), expect.any(Number)]);
  });
  owner = await room.signedIn('owner');
}, openLimitMs);
beforeEach(() => {
  owner.complaints.length = 0;
});
afterAll(() => room?.close());

/** Opens the search and pastes a text into it. */
async function search(text: string) {
  await owner.page.keyboard.press('Control+k');
  const dialog = owner.page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('textbox', { name: 'Search' }).fill(text);
  return dialog;
}

/** The text of a file that a menu saves. */
async function exported(kind: RegExp): Promise<string> {
  const { page } = owner;
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: kind }).click()]);
  return savedText(file);
}

it(
  'opens anything by its id, wherever it stands in what is pasted, by keyboard [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.turnTo(`/documents?ns=${encodeURIComponent(desk.namespace)}`);
    const found: [text: string, beside: string, address: RegExp][] = [
      [`see https://x.example/?event=${event}&a=1`, 'subscription.entered', new RegExp(`/events\\?id=${event}`)],
      ['ticket', `document in ${desk.namespace}`, /\/document\?ns=.*&id=ticket-1/],
      ['german', `subscription in ${desk.namespace}`, /\/namespaces\?show=/],
      ['elsewhere-7', `document in ${other.namespace}`, /\/document\?ns=.*other.*&id=elsewhere-7/],
    ];
    for (const [text, beside, address] of found) {
      const dialog = await search(text);
      await dialog.getByText(beside, { exact: true }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(address);
    }
    await (await search('nothing-is-called-so')).getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'says what events are about and why they happened, narrows them, and saves what it finds [DASH-06] [FEED-08]',
  async () => {
    const { page } = owner;
    await owner.turnTo(`/events?prefix=${encodeURIComponent(desk.namespace)}`);
    const table = page.getByRole('table', { name: 'Events' });
    await table.getByText('Late rose to 0 or more').first().waitFor();
    await page.getByLabel('Document', { exact: true }).fill('=ticket');
    await page.getByLabel('Document', { exact: true }).press('Enter');
    await page.waitForURL(/document=%3Dticket/);
    await table.getByRole('link', { name: 'ticket-1' }).first().waitFor({ state: 'detached' });
    await table.getByRole('row').filter({ hasText: 'The document was written' }).first().waitFor();
    const csv = await exported(/^CSV/);
    const [names, row] = csv.split('\r\n');
    expect(names).toMatch(/^\uFEFFid,timestamp,type,namespace,document,/);
    expect(row).toContain(`,${desk.namespace},'=ticket,`);
    const lines = (await exported(/^JSON/)).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { data: { document: string } }).data.document)).toEqual(
      lines.map(() => '=ticket'),
    );
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'names people and things in the audit, narrows and saves it, which it then says; a member sees no tab [AUTH-08] [DASH-06]',
  async () => {
    const { page } = owner;
    const email = room.emailOf('member');
    await owner.turnTo('/settings?tab=audit');
    const table = page.getByRole('table', { name: 'Changes' });
    await table
      .getByRole('link', { name: new RegExp(email) })
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Added a member' }).click();
    await page.waitForURL(/action=member.added/);
    await table.getByRole('row').filter({ hasText: 'Signed in' }).first().waitFor({ state: 'detached' });
    const csv = await exported(/^CSV/);
    expect(csv.split('\r\n')[0]).toMatch(/^\uFEFFid,at,actor,actor_name,/);
    expect(csv).toContain(email);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await owner.turnTo('/settings?tab=audit&action=audit.exported');
    await table.getByText('format: csv').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
      true,
    );
    expect([...(await owner.barriers('light')), ...owner.complaints]).toEqual([]);
    const member = await room.signedIn('member');
    await member.turnTo('/settings');
    await member.page.getByRole('tab', { name: 'Members' }).waitFor();
    expect(await member.page.getByRole('tab', { name: 'Audit' }).count()).toBe(0);
    expect(member.complaints).toEqual([]);
    await member.page.context().close();
  },
  limitMs,
);

it(
  'says on the overview how right judgments are, and what they did yesterday [DASH-06] [CAL-03]',
  async () => {
    await owner.turnTo('/');
    const row = owner.page.getByRole('table', { name: 'Judgments today' }).getByRole('row').filter({ hasText: 'late' });
    await row.getByText('No fit yet: label answers to learn it.').waitFor();
    await row.getByText('yesterday 0', { exact: true }).waitFor();
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

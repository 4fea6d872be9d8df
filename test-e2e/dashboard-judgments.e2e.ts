import { openLimitMs } from '@app/testing/stack';
import { DashboardRoom } from './browser/dashboard-room';
import { WatchedPage } from './browser/watched-page';
import { Scenario } from './scenario/scenario';

/** A road through several pages; each step alone waits for nothing longer than a few seconds. */
const roadLimitMs = 120_000;

let room: DashboardRoom;
let scenario: Scenario;
let owner: WatchedPage;
let at: string;

beforeAll(async () => {
  room = await DashboardRoom.open('judgments');
  scenario = new Scenario(room.stack, 'desk', room.key);
  at = encodeURIComponent(scenario.namespace);
  await scenario.upsert('o1', { note: 'delivery overdue since Monday', events: ['shipped'] }, { carrier: 'courier' });
  await scenario.upsert('o2', { note: 'arrived', events: [] }, { carrier: 'post' });
  owner = await room.signedIn('owner');
}, openLimitMs);
afterAll(() => room?.close());

it(
  'makes a judgment from a starter by keys alone, and its answer becomes fresh where it is looked at [DASH-06] [STR-04]',
  async () => {
    const { page } = owner;
    const looking = await WatchedPage.open(page.context(), room.origin);
    await looking.go(`/document?ns=${at}&id=o1`);
    await owner.go(`/judgments?ns=${at}`);

    await owner.tabTo(page.getByRole('link', { name: 'New judgment' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^New judgment in/ }).waitFor();
    await owner.tabTo(page.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('late');
    await owner.tabTo(page.getByRole('combobox', { name: 'From a starter' }));
    await page.keyboard.type('Will arrive late');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await owner.tabTo(page.getByRole('textbox', { name: 'note' }));
    const preview = page.getByRole('region', { name: 'Preview' });
    await page.keyboard.type('state.note');
    await preview.getByText('delivery overdue since Monday').waitFor();
    expect(await preview.getByText('courier').count()).toBe(0);
    await owner.tabTo(page.getByRole('textbox', { name: 'carrier' }));
    await page.keyboard.type('attributes.carrier');
    // The preview follows what is typed, without a key for it.
    await preview.getByText('courier').waitFor();
    expect(await owner.barriers('light')).toEqual([]);

    await owner.tabTo(page.getByRole('button', { name: /^Try on 2 documents for about 2 judgments$/ }));
    await page.keyboard.press('Enter');
    await page
      .getByRole('table', { name: 'Tried' })
      .getByRole('cell', { name: /^0\.\d{3}$/ })
      .first()
      .waitFor();
    await page.keyboard.press('Shift+Tab');
    await owner.tabTo(page.getByRole('button', { name: 'And judge the stored documents' }));
    await page.keyboard.press('Enter');
    await page.getByText('It costs enough to be confirmed').waitFor();
    expect((await scenario.call('GET', '/judgments/late')).status).toBe(404);
    await owner.tabTo(page.getByRole('button', { name: 'Confirm and make' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'late', exact: true }).waitFor();
    expect(await page.title()).toBe('late · Judgment Service');

    const card = looking.page.getByRole('region', { name: 'late' });
    await card.getByText('fresh', { exact: true }).waitFor({ timeout: 60_000 });
    expect([...owner.complaints, ...looking.complaints]).toEqual([]);
    await looking.page.close();
  },
  roadLimitMs,
);

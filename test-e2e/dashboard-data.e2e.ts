import { openLimitMs } from '@app/testing/stack';
import { readFile } from 'node:fs/promises';
import { DashboardRoom } from './browser/dashboard-room';
import { forgetLongTasks, longestTask, rememberLongTasks } from './browser/long-tasks';
import { WatchedPage } from './browser/watched-page';
import { Scenario } from './scenario/scenario';

const many = process.env['LONG'] ? 100_000 : 5_000;
/** For a machine that others load; nothing waits longer than a few seconds. */
const limitMs = 300_000;

let room: DashboardRoom;
let crowd: Scenario;
let owner: WatchedPage;

const at = (ns: string, more = '') => `/documents?ns=${encodeURIComponent(ns)}${more}`;

beforeAll(async () => {
  room = await DashboardRoom.open('data');
  crowd = new Scenario(room.stack, 'crowd', room.key);
  const countries = ['DE', 'FR', 'IT'];
  for (let from = 0; from < many; from += 500) {
    const upsert = Array.from({ length: 500 }, (_, step) => ({
      id: `d${String(from + step).padStart(6, '0')}`,
      attributes: { country: countries[(from + step) % 3], note: from + step === 0 ? '=1+1' : 'plain' },
      state: { order: { total: from + step } },
    }));
    await crowd.write({ upsert });
  }
  owner = await room.signedIn('owner');
  await rememberLongTasks(owner.page.context());
}, openLimitMs);
afterAll(() => room?.close());

it(
  `scrolls through ${many} documents by pages of 1,000 with the rows in sight alone in the page [DASH-06]`,
  async () => {
    const { page } = owner;
    const asked: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/query')) asked.push((request.postDataJSON() as { limit: number }).limit);
    });
    await owner.go(at(crowd.namespace));
    const table = page.getByRole('region', { name: 'Documents', exact: true });
    const last = table.getByRole('link', { name: `d${String(many - 1).padStart(6, '0')}` });
    await table.focus();
    await forgetLongTasks(page);
    let mostRows = 0;
    for (let step = 0; step < 20 + many / 500 && (await last.count()) === 0; step++) {
      await page.keyboard.press('End');
      mostRows = Math.max(mostRows, await table.locator('tbody tr').count());
      await page.waitForTimeout(100);
      await page.getByText('reading on').waitFor({ state: 'detached' });
    }
    await last.waitFor();
    process.stdout.write(`The longest task while ${many} rows were read took ${await longestTask(page)} ms.\n`);
    expect(mostRows).toBeLessThan(100);
    expect(asked.filter((limit) => limit === 1_000)).toHaveLength(Math.ceil((many - 100) / 1_000));
    await page.keyboard.press('Home');
    await table.getByRole('link', { name: 'd000000' }).waitFor();
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it('offers paths and values of sampled documents, and saves a file that no spreadsheet runs [DASH-06]', async () => {
  const { page } = owner;
  await owner.go(at(crowd.namespace));
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('combobox', { name: 'Path' }).fill('total');
  await page.getByRole('option', { name: 'state.order.total' }).waitFor();
  await page.getByRole('combobox', { name: 'Path' }).fill('attributes.note');
  await page.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'plain' }).waitFor();
  await page.getByRole('combobox', { name: 'Value' }).fill('=1+1');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('1 shown').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'country' }).uncheck();
  await page.keyboard.press('Escape');
  expect(new URL(page.url()).searchParams.get('columns')).toBe('attributes.note,updated_at');
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^crowd-.*\.csv$/);
  const [names, row] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect([names, row?.replace(/,[^,]*$/, '')]).toEqual(['id,attributes.note,updated_at', "d000000,'=1+1"]);
  expect(owner.complaints).toEqual([]);
});

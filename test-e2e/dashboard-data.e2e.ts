import type { DeliveryList } from '@app/contracts/webhooks';
import { eventually, openLimitMs, WebhookReceiver } from '@app/testing/stack';
import { DashboardRoom } from './browser/dashboard-room';
import { forgetLongTasks, longestTask, rememberLongTasks } from './browser/long-tasks';
import { savedText } from './browser/saved-text';
import { WatchedPage } from './browser/watched-page';
import { Scenario } from './scenario/scenario';

const many = process.env['LONG'] ? 100_000 : 5_000;
/** For a machine that others load; nothing waits longer than a few seconds. */
const limitMs = 300_000;

let room: DashboardRoom;
let crowd: Scenario;
let owner: WatchedPage;
const receivers: WebhookReceiver[] = [];

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
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await room?.close();
});

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
      await page.getByText('loading more').waitFor({ state: 'detached' });
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
  await owner.turnTo(at(crowd.namespace));
  await page.getByRole('button', { name: 'Add condition' }).click();
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
  const [names, row] = (await savedText(file)).split('\r\n');
  expect([names, row?.replace(/,[^,]*$/, '')]).toEqual(['\uFEFFid,attributes.note,updated_at', "d000000,'=1+1"]);
  expect(owner.complaints).toEqual([]);
});

it('draws a document of a megabyte as text, and of many values what is open; digits stay text [DASH-06] [DOC-02]', async () => {
  const { page } = owner;
  const large = new Scenario(room.stack, 'large', room.key);
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n, of: `value ${n}` }));
  await large.write({
    upsert: [
      { id: 'megabyte', state: { rows: numbers(33_000) } },
      { id: 'values', state: { rows: numbers(8_000) }, attributes: { zip: '01234', account: '12345678901234567' } },
    ],
  });
  const elements = () => page.locator('*').count();
  const document = (id: string) => `/document?ns=${encodeURIComponent(large.namespace)}&id=${id}`;
  await owner.turnTo(document('megabyte'));
  const text = page.getByRole('region', { name: 'JSON of state' });
  await text.waitFor();
  expect(await elements()).toBeLessThan(2_000);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('state.json');
  expect((JSON.parse(await savedText(file)) as { rows: object[] }).rows).toHaveLength(33_000);
  expect(await owner.barriers('light')).toEqual([]);

  await owner.turnTo(document('values'));
  const more = page.getByRole('button', { name: 'Show 200 more of 8000' });
  await more.waitFor();
  expect(await elements()).toBeLessThan(2_000);
  await more.click();
  await page.getByText('399 (2)').click();
  await page.getByText('"value 399"').waitFor();
  expect(await page.getByText('"value 398"').count()).toBe(0);

  await owner.turnTo(at(large.namespace));
  for (const [path, digits] of [
    ['attributes.zip', '01234'],
    ['attributes.account', '12345678901234567'],
  ]) {
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('combobox', { name: 'Path' }).last().fill(path);
    await page.getByRole('combobox', { name: 'Value' }).last().fill(digits);
    await page.getByText('Compared as text, so that no digit is lost').waitFor();
  }
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('1 shown').waitFor();
  expect(owner.complaints).toEqual([]);
});

/** An endpoint whose receiver answers as `answers` says, and whose every new document of a namespace is an event. */
async function hooked() {
  const answers = { status: 500, body: '<script>alert(1)</script> no room' };
  receivers.push(await WebhookReceiver.open((response) => response.writeHead(answers.status).end(answers.body)));
  const receiver = receivers[receivers.length - 1];
  const scenario = new Scenario(room.stack, 'hooked', room.key);
  await scenario.upsert('seed', { text: 'first' });
  const { id, secret } = await room.endpoint({
    url: `${receiver.origin}/in?token=ours`,
    namespace_prefix: scenario.namespace,
  });
  await scenario.ok('PUT', '/subscriptions/live', { filter: { 'attributes.live': true }, endpoint: id });
  const live = (id: string) => scenario.upsert(id, { text: id }, { live: true });
  return { answers, receiver, live, id, secret };
}

it('names each document by its address, before and after a reload, whatever its name looks like [DASH-06]', async () => {
  const { page } = owner;
  const strange = new Scenario(room.stack, 'strange/..', room.key);
  const ids = ['a%2Fb', '100%', '..x', 'ü/✓', '123', 'true'];
  await strange.write({ upsert: ids.map((id) => ({ id, state: { text: `this is ${id}` } })) });
  for (const id of ids) {
    await owner.turnTo(`/document?ns=${encodeURIComponent(strange.namespace)}&id=${encodeURIComponent(id)}`);
    for (const isAgain of [false, true]) {
      if (isAgain) await page.reload();
      await page.getByRole('heading', { name: id, exact: true, level: 1 }).waitFor();
      await page.getByText(`this is ${id}`).waitFor();
    }
  }
  expect(owner.complaints).toEqual([]);
});

it(
  'leads from a failing receiver to events sent again: log, drawer, redelivery, disabled, recovery [DASH-04]',
  async () => {
    const { page } = owner;
    const { answers, receiver, live, id } = await hooked();
    await live('one');
    await owner.turnTo(`/endpoint?id=${id}`);
    const log = page.getByRole('table', { name: 'Deliveries', exact: true });
    // A slow page opens after the second attempt; the third comes minutes later.
    await log.getByText(/^(1st|2nd): 500/).waitFor();

    await log.getByRole('button', { name: 'subscription.entered' }).click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByText('<script>alert(1)</script> no room').waitFor();
    await drawer.getByText('"one"').first().waitFor();
    await drawer.getByRole('button', { name: 'Redeliver this event' }).click();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    // A redelivery is a delivery of its own, beside the one that is tried again by itself.
    await log.getByRole('row').nth(2).waitFor();
    answers.status = 200;
    await log.getByText('succeeded').first().waitFor();

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('This endpoint is disabled').waitFor();
    await live('two');
    await page.getByRole('radiogroup', { name: 'Delivery status' }).getByText('skipped').click();
    // On a slow machine the first event's own retry comes while the endpoint is off, and is skipped too.
    await log.getByText('skipped').first().waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('skipped');
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText(/^[12] deliveries failed or were skipped since then\.$/).waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    const of = (document: string) => receiver.deliveries.filter(({ body }) => body.includes(`"${document}"`)).length;
    await eventually(() => expect(of('two')).toBe(1));

    // The receiver has it before the service has noted that it succeeded; the page reads once.
    const sent = receiver.deliveries.find(({ body }) => body.includes('"two"'));
    await eventually(async () => {
      const path = `/webhook-endpoints/${id}/deliveries?status=succeeded`;
      const listed = await room.stack.api<DeliveryList>('GET', path, undefined, { key: room.key });
      expect(listed.body.deliveries.map((one) => one.event_id)).toContain(sent?.headers['webhook-id']);
    });
    await owner.turnTo(`/endpoint?id=${id}&status=succeeded`);
    const before = [of('one'), of('two')];
    for (const box of await log.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: /^Redeliver [2-4] selected$/ }).click();
    // The first delivery may still be tried again by itself.
    await eventually(() => expect(of('one')).toBeGreaterThan(before[0]));
    await eventually(() => expect(of('two')).toBe(before[1] + 1));
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it('shows a secret when asked, rotates it with both valid, and sends a test of a type [DASH-04]', async () => {
  const { page } = owner;
  const { answers, receiver, id, secret } = await hooked();
  answers.status = 200;
  await owner.turnTo(`/endpoint?id=${id}`);
  expect((await page.content()).includes(secret)).toBe(false);
  await page.getByRole('button', { name: 'Reveal secret' }).click();
  await page.getByText(secret).waitFor();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('note').getByText('New secret').waitFor();
  const rotated = await page.getByRole('note').locator('pre').textContent();
  await page.getByText(/The old secret is still valid and expires in 2[34] h/).waitFor();
  await page.getByText(`Old secret: ${secret}, valid until`).waitFor();

  await page.getByRole('combobox', { name: 'Event type of the test' }).click();
  await page.getByRole('option', { name: 'job.failed' }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await eventually(() => expect(receiver.deliveries).toHaveLength(1));
  const types = [secret, rotated ?? ''].map((each) => receiver.events(each)[0]?.type);
  expect(types).toEqual(['job.failed', 'job.failed']);
  expect(owner.complaints).toEqual([]);
});

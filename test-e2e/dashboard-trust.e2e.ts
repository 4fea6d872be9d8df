import type { CalibrationReport, OutcomeList, QueueView } from '@app/contracts/calibration';
import type { ImageView } from '@app/contracts/documents';
import type { JudgmentView } from '@app/contracts/judgments';
import { eventually, openLimitMs } from '@app/testing/stack';
import sharp from 'sharp';
import { DashboardRoom } from './browser/dashboard-room';
import { WatchedPage } from './browser/watched-page';
import { Scenario, boolJudgment } from './scenario/scenario';

/** Documents with answers of their own numbers. */
const documents = 40;
/** Labels that the story makes by keys, and those of them while the network is away. */
const [labels, awayFrom, awayTo] = [20, 8, 13];
/** Longer than an item is looked at before a label counts, in milliseconds: nobody reads it faster. */
const lookedAtMs = 150;
/** Items that the page fetches ahead of the one that it shows: so many can be labelled without a network. */
const ahead = 5;
const limitMs = 180_000;

let room: DashboardRoom;
let scenario: Scenario;
let owner: WatchedPage;
/** p of each document, ascending. */
let numbers: number[];

const at = (page: string, more = '') => `/${page}?ns=${encodeURIComponent(scenario.namespace)}&name=late${more}`;
const count = async (filter: object) =>
  (await scenario.query({ filter, limit: 1, count: true, include: [] })).count ?? 0;
const between = (low: number, high: number) => count({ 'answers.late.p': { gte: low - 5e-10, lt: high - 5e-10 } });

beforeAll(async () => {
  room = await DashboardRoom.open('trust');
  scenario = new Scenario(room.stack, 'trust', room.key);
  await scenario.judgment(boolJudgment('late', { thresholds: { alarm: 0.99 } }));
  const texts = Array.from({ length: documents }, (_, i) => ({ id: `d${i}`, state: { text: `order ${i} waits` } }));
  await scenario.write({ upsert: texts });
  await eventually(async () => expect(await count({ 'answers.late.status': 'fresh' })).toBe(documents), 60_000);
  const page = await scenario.query({ limit: 100, judgments: ['late'] });
  numbers = page.documents.map(({ answers = {} }) => (answers['late'] as { p: number }).p).sort((a, b) => a - b);
  owner = await room.signedIn('owner');
}, openLimitMs);
afterAll(() => room?.close());

it(
  'moves a threshold by arrow keys: the page says what the API counts, and what it said is what turns [DASH-06] [THR-04] [THR-06]',
  async () => {
    const { page } = owner;
    const end = Math.min(0.95, Math.round(numbers[documents / 2] * 100) / 100 + 0.05);
    const to = Number((end - 0.1).toFixed(2));
    await scenario.ok('PATCH', '/judgments/late', { thresholds: { alarm: end } });
    await scenario.ok('PUT', '/subscriptions/alarmed', { filter: { 'answers.late.thresholds.alarm': true } });
    const [entering, flagged] = [await between(to, end), await between(to, 2)];
    expect(entering).toBeGreaterThan(0);
    await owner.turnTo(at('judgment', '&tab=thresholds'));
    const handle = page.getByRole('slider', { name: 'Threshold alarm' });
    await handle.focus();
    for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowLeft');
    expect(Number(await handle.inputValue())).toBe(to);
    const enter = page.getByRole('region', { name: 'Would enter' });
    await enter.getByRole('link', { name: String(entering), exact: true }).waitFor();
    await page.getByText('Would leave: 0').waitFor();
    const facts = page.getByRole('region', { name: 'Set a threshold' });
    await facts
      .getByRole('link', { name: String(flagged), exact: true })
      .first()
      .waitFor();
    const naming = page.getByRole('table', { name: 'Subscriptions that use the threshold' });
    await naming.getByRole('row', { name: new RegExp(`^alarmed ${entering} event feed only$`) }).waitFor();
    await page.getByText('Precision and recall need 30 labels').waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    expect(await owner.barriers('dark')).toEqual([]);
    expect(await owner.excess()).toBe(0);
    await facts.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`No new version was created and nothing was recomputed. ${entering} document`).waitFor();
    const judgment = await scenario.ok<JudgmentView>('GET', '/judgments/late');
    expect([judgment.thresholds, judgment.active_version]).toEqual([{ alarm: to }, 1]);
    await page.getByRole('cell', { name: `p ≥ ${to}` }).waitFor();
    expect(await count({ 'answers.late.thresholds.alarm': true })).toBe(flagged);
    const events = await eventually(async () => {
      const all = await scenario.events();
      expect(all.length).toBeGreaterThanOrEqual(entering);
      return all;
    }, 30_000);
    expect(events.length).toBe(entering);
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'shows both values when somebody moved the threshold meanwhile, and overwrites nothing unseen [DASH-06] [THR-04]',
  async () => {
    const { page } = owner;
    await scenario.ok('PATCH', '/judgments/late', { thresholds: { alarm: 0.5 } });
    await owner.go(at('judgment', '&tab=thresholds'));
    const value = page.getByRole('spinbutton', { name: 'Value' });
    await value.fill('0.31');
    await scenario.ok('PATCH', '/judgments/late', { thresholds: { alarm: 0.77 } });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByText('It is “p ≥ 0.77” now; yours is “p ≥ 0.31”.').waitFor();
    expect((await scenario.ok<JudgmentView>('GET', '/judgments/late')).thresholds).toEqual({ alarm: 0.77 });
    await page.getByRole('button', { name: 'Save mine' }).click();
    await save.click();
    await page.getByText('No new version was created').waitFor();
    expect((await scenario.ok<JudgmentView>('GET', '/judgments/late')).thresholds).toEqual({ alarm: 0.31 });
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'labels by keys, blind, also while the network is away; the fit and its diagram come of them [DASH-06] [CAL-02] [OUT-02]',
  async () => {
    const { page } = owner;
    // As the person who labels: what a key had drawn would be held for the key.
    const judgment = `/v1/namespaces/${encodeURIComponent(scenario.namespace)}/judgments/late`;
    const read = await page.request.get(`${room.origin}${judgment}/queue?limit=${documents}`);
    const queue = (await read.json()) as QueueView;
    expect(queue.items).toHaveLength(documents);
    const said = new Map<string, boolean>();
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && /\/outcomes$/.test(request.url())) posted.push(request.postData() ?? '');
    });
    // An item is made of two reads: the context of its answer, and its document.
    const arrived = new Set<string>();
    page.on('requestfinished', (request) => {
      const asked = `${request.url()} ${request.postData() ?? ''}`;
      if (/\/answers\/late\/history\/|\/documents\/get /.test(asked)) arrived.add(asked);
    });
    await owner.turnTo(at('review'));
    const item = page.getByRole('region', { name: 'Item' });
    const context = item.getByLabel('What the engine read');
    await context.waitFor();

    const shown = `${await page.locator('body').innerText()} ${await page.locator('body').ariaSnapshot()}`;
    for (const { p = -1 } of queue.items) {
      if (String(p).length > 3) expect(shown).not.toContain(String(p));
      expect(shown).not.toContain(p.toFixed(3));
    }
    expect(await owner.barriers('light')).toEqual([]);

    const documentOf = (text: string) => `d${/order (\d+) waits/.exec(text)?.[1]}`;
    const complaintsBefore = owner.complaints.length;
    for (let label = 0; label < labels; label++) {
      if (label === awayFrom) {
        // What had not arrived by then could not be shown, and so not be labelled.
        await eventually(() => Promise.resolve(expect(arrived.size).toBe(2 * (label + 1 + ahead))), 30_000);
        await page.context().setOffline(true);
      }
      if (label === awayTo) await page.context().setOffline(false);
      await context.waitFor();
      const text = (await context.textContent()) ?? '';
      const value = label % 3 !== 0;
      said.set(documentOf(text), value);
      if (label === 2) {
        // The wrong key, taken back.
        await page.waitForTimeout(lookedAtMs);
        await page.keyboard.press(value ? 'n' : 'y');
        await context.filter({ hasNotText: text }).waitFor();
        await page.keyboard.press('u');
        await context.filter({ hasText: text }).waitFor();
      }
      await page.waitForTimeout(lookedAtMs);
      await page.keyboard.press(value ? 'y' : 'n');
      await context.filter({ hasNotText: text }).waitFor();
      if (label === awayTo - 1) await page.getByText(/labels? not sent/).waitFor({ timeout: 60_000 });
    }
    await page.getByText(new RegExp(`^${labels} sent, 0 waiting`)).waitFor({ timeout: 60_000 });
    // While the network is away the browser reports each request that did not leave it.
    expect(
      owner.complaints.slice(complaintsBefore).filter((words) => !words.includes('ERR_INTERNET_DISCONNECTED')),
    ).toEqual([]);
    owner.complaints.length = 0;

    expect(said.size).toBe(labels);
    const { outcomes } = await scenario.ok<OutcomeList>('GET', '/judgments/late/outcomes?limit=100');
    expect(new Map(outcomes.map(({ document: id, value }) => [id, value]))).toEqual(said);
    const drawn = new Map(queue.items.map(({ document: id, answer }) => [id, answer]));
    for (const { document: id, answer, source } of outcomes) expect([answer, source]).toEqual([drawn.get(id), 'queue']);
    for (const { p = -1 } of queue.items) if (String(p).length > 3) expect(posted.join()).not.toContain(String(p));

    await page.keyboard.press('e');
    await page.getByText(/^The engine says 0\.\d{3}\. Your label will be marked/).waitFor();

    await owner.turnTo(at('judgment', '&tab=calibration'));
    await page.getByRole('button', { name: 'Fit now' }).click();
    await page.getByText('Fit created').waitFor({ timeout: 60_000 });
    const report = await scenario.ok<CalibrationReport>('GET', '/judgments/late/calibration');
    expect([report.labels.by_source.queue, report.fit_labels]).toEqual([labels, labels]);
    await page.getByRole('img', { name: /^Reliability diagram/ }).waitFor();
    await page.getByRole('img', { name: /^Log loss of 1 fits/ }).waitFor();
    await page.getByRole('img', { name: /^Predicted and actual shares by week, .* weeks: 1\./ }).waitFor();
    const dots = page.getByRole('img', { name: /^Reliability diagram/ }).locator('circle');
    expect(await dots.count()).toBe(report.raw_bins.length);
    // Whether to act on it stands first, and what always saying the base rate reaches beside the figures in use.
    const sentence = report.verdict?.sentence ?? '';
    expect(sentence).toMatch(new RegExp(`on ${labels} labels: too few to act on`));
    await page.getByText(sentence, { exact: true }).waitFor();
    const figures = page.getByRole('table', { name: 'Figures' });
    await figures.getByRole('columnheader', { name: 'Always saying the base rate' }).waitFor();
    await figures.getByRole('columnheader', { name: /\(in use\)$/ }).waitFor();
    const [worst] = report.errors ?? [];
    const mistakes = page.getByRole('table', { name: 'Most confident mistakes' });
    await mistakes.getByRole('link', { name: worst.document, exact: true }).waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    expect(await owner.barriers('dark')).toEqual([]);
    expect(await owner.excess()).toBe(0);
    await owner.turnTo(at('judgment'));
    await page.getByText(sentence).waitFor();
    await owner.turnTo(at('judgments'));
    await page
      .getByRole('row', { name: /^late / })
      .getByText(sentence)
      .waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'takes back a label that waits; one that is on its way is replaced by what is said next, in order [DASH-06] [OUT-02]',
  async () => {
    const { page } = owner;
    // What another scenario complained of is not this one's.
    owner.complaints.length = 0;
    await owner.go(at('review'));
    const item = page.getByRole('region', { name: 'Item' });
    const context = item.getByLabel('What the engine read');
    const outbox = page.getByRole('region', { name: 'Outbox' });
    const idOf = (text: string) => `d${/order (\d+) waits/.exec(text)?.[1]}`;
    const shown = async () => (await context.textContent()) ?? '';
    const said = async (key: 'y' | 'n') => {
      await context.waitFor();
      const text = await shown();
      await page.waitForTimeout(lookedAtMs);
      await page.keyboard.press(key);
      await context.filter({ hasNotText: text }).waitFor();
      return text;
    };
    /** Requests that the service gets when they are let go. */
    const held: (() => void)[] = [];
    const posted: string[] = [];
    await page.route(/\/outcomes$/, async (route) => {
      posted.push(route.request().postData() ?? '');
      if (posted.length === 1) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    const first = await said('y');
    const second = await said('y');
    await eventually(() => Promise.resolve(expect(held).toHaveLength(1)));
    // The second still waits: it is taken back.
    await page.keyboard.press('u');
    await context.filter({ hasText: second }).waitFor();
    // The first is on its way.
    await page.keyboard.press('u');
    await context.filter({ hasText: first }).waitFor();
    await outbox.locator('summary').click();
    await outbox.getByText(`${idOf(first)}: yes, being sent; a new label replaces it`).waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    await page.waitForTimeout(lookedAtMs);
    await page.keyboard.press('n');
    await context.filter({ hasText: second }).waitFor();
    await outbox.getByText(`${idOf(first)}: no`).waitFor();
    // Nothing overtakes the label that is on its way.
    await said('n');
    expect(posted).toHaveLength(1);
    held.forEach((letGo) => letGo());
    await page.getByText(/^3 sent, 0 waiting/).waitFor({ timeout: 30_000 });
    await page.unrouteAll({ behavior: 'wait' });
    const value = async (text: string) => {
      const { outcomes } = await scenario.ok<OutcomeList>('GET', '/judgments/late/outcomes?limit=100');
      return outcomes.filter(({ document: id }) => id === idOf(text)).map((outcome) => outcome.value);
    };
    expect([await value(first), await value(second)]).toEqual([[false], [false]]);
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'shows the question and every number of an answer, raw beside calibrated, and the pictures of a document [ANS-02] [ANS-08] [DASH-06]',
  async () => {
    const { page } = owner;
    owner.complaints.length = 0;
    // By the fit of the scenario before this one.
    const calibrated = { filter: { 'answers.late.calibrated.p': { gte: 0 } }, limit: 1, judgments: ['late'] };
    const [found] = await eventually(async () => {
      const { documents: all } = await scenario.query(calibrated);
      expect(all).toHaveLength(1);
      return all;
    }, 30_000);
    await owner.turnTo(`/document?ns=${encodeURIComponent(scenario.namespace)}&id=${found.id}`);
    const card = page.getByRole('region', { name: 'late', exact: true });
    await card.getByText('Is this late?').waitFor();
    await card.getByText(/^raw, calibrated 0\.\d{3}$/).waitFor();
    await owner.turnTo(
      at('documents', '&order=answers.late.calibrated.p:desc&columns=answers.late,answers.late.calibrated'),
    );
    await page.getByRole('columnheader', { name: 'late, calibrated' }).waitFor();
    await page
      .getByRole('cell', { name: /^0\.\d{3} raw, 0\.\d{3} calibrated$/ })
      .first()
      .waitFor();

    const shown = new Scenario(room.stack, 'shown', room.key);
    const options = ['parcel', 'refund'].map((value) => ({ value }));
    await shown.judgment(boolJudgment('topic', { type: 'choice', options, freshness: { policy: 'manual' } }));
    const background = { r: 200, g: 90, b: 30 };
    const bytes = await sharp({ create: { width: 32, height: 24, channels: 3, background } })
      .png()
      .toBuffer();
    const { id } = await shown.ok<ImageView>('POST', '/images', { data: bytes.toString('base64') });
    await shown.write({ upsert: [{ id: 'd', state: { text: 'where is my parcel' }, images: { front: id } }] });
    await shown.ok('POST', '/judgments/topic/judge', { documents: ['d'] });
    const { dist = {}, escape_p: escape } = await shown.answer('d', 'topic');
    await owner.turnTo(`/document?ns=${encodeURIComponent(shown.namespace)}&id=d`);
    const numbers = page.getByRole('table', { name: 'Numbers of topic' });
    for (const [name, share] of [...Object.entries(dist ?? {}), ['none of these', escape ?? NaN] as const])
      await numbers.getByRole('row', { name: `${name} ${share.toFixed(3)}`, exact: true }).waitFor();
    const front = page.getByRole('group', { name: 'Images' }).getByRole('img', { name: 'front' });
    await eventually(async () =>
      expect(await front.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(32),
    );
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('table', { name: 'History of topic' });
    await history.locator('summary').click();
    await history.getByRole('row', { name: `parcel ${(dist?.['parcel'] ?? NaN).toFixed(3)}`, exact: true }).waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    expect(await owner.barriers('dark')).toEqual([]);
    expect(await owner.excess()).toBe(0);
    await owner.turnTo(`/review?ns=${encodeURIComponent(shown.namespace)}&name=topic`);
    await front.waitFor();
    expect(await numbers.count()).toBe(0);
    await page.keyboard.press('e');
    await numbers.waitFor();
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

/** What is read of the page's elements: tests have no types of browsers. */
interface Box {
  scrollHeight: number;
  clientHeight: number;
  scrollWidth: number;
  clientWidth: number;
}

it(
  'labels one item by a key that is held down, and by the key at the place of a letter; an input method keeps its keys [DASH-06] [OUT-02]',
  async () => {
    const { page } = owner;
    owner.complaints.length = 0;
    const typed = new Scenario(room.stack, 'typed', room.key);
    const options = ['配送', '配送遅延', ...Array.from({ length: 9 }, (_, n) => `その他の理由${n}`)].map((value) => ({
      value,
      description: 'what a customer says of a parcel that came late, not at all, or to the wrong neighbour '.repeat(2),
    }));
    await typed.judgment(boolJudgment('late', { type: 'choice', options }));
    await typed.write({
      upsert: Array.from({ length: 4 }, (_, i) => ({ id: `d${i}`, state: { text: `parcel ${i}` } })),
    });
    const fresh = { filter: { 'answers.late.status': 'fresh' }, limit: 1, count: true };
    await eventually(async () => expect((await typed.query(fresh)).count).toBe(4), 60_000);

    await owner.go(at('review'));
    const context = page.getByLabel('What the engine read');
    const progress = (words: string) => page.getByRole('status').filter({ hasText: words });
    await context.waitFor();
    await page.waitForTimeout(lookedAtMs);
    const hold = async (key: string) => {
      for (let step = 0; step < 12; step++) {
        await page.keyboard.down(key);
        await page.waitForTimeout(33);
      }
      await page.keyboard.up(key);
    };
    await hold('y');
    await progress('0 sent, 1 waiting, 0 skipped').waitFor();
    await hold('s');
    await progress(', 1 skipped').waitFor();
    const keyboard = await page.context().newCDPSession(page);
    const text = (await context.textContent()) ?? '';
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Т', code: 'KeyN' });
    await context.filter({ hasNotText: text }).waitFor();
    const outbox = page.getByRole('region', { name: 'Outbox' });
    await outbox.locator('summary').click();
    await outbox.getByText(`d${/order (\d+) waits/.exec(text)?.[1]}: no`).waitFor();
    await progress('2 sent, 0 waiting, 1 skipped').waitFor();

    await owner.go(`/review?ns=${encodeURIComponent(typed.namespace)}&name=late`);
    await context.waitFor();
    await page.keyboard.press('/');
    const search = page.getByRole('textbox', { name: 'Search options' });
    await page.waitForTimeout(lookedAtMs);
    await keyboard.send('Input.imeSetComposition', { text: '配', selectionStart: 1, selectionEnd: 1 });
    const enter = { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 } as const;
    await keyboard.send('Input.dispatchKeyEvent', enter);
    await keyboard.send('Input.insertText', { text: '配送遅延' });
    expect(await search.inputValue()).toBe('配送遅延');
    await progress('0 sent, 0 waiting').waitFor();
    await page.keyboard.press('Enter');
    await progress('0 sent, 1 waiting').waitFor();

    // On a phone the text stands first, and each option can be read whole.
    await page.setViewportSize({ width: 390, height: 844 });
    const labels = page.getByRole('group', { name: 'Labels' });
    const first = await labels.getByRole('button').first().boundingBox();
    expect((await context.boundingBox())?.y ?? Infinity).toBeLessThan(first?.y ?? 0);
    const isCut = await labels
      .locator('button, .mantine-Button-label')
      .evaluateAll((parts) =>
        (parts as unknown as Box[]).map(
          (part) => part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 2,
        ),
      );
    expect([isCut.length > options.length, isCut.filter(Boolean)]).toEqual([true, []]);
    expect(await owner.excess()).toBe(0);
    await page.setViewportSize({ width: 1200, height: 900 });
    expect(await owner.barriers('light')).toEqual([]);
    await progress('1 sent, 0 waiting').waitFor({ timeout: 30_000 });
    const { outcomes } = await typed.ok<OutcomeList>('GET', '/judgments/late/outcomes?limit=10');
    expect(outcomes.map(({ value }) => value)).toEqual(['配送遅延']);
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

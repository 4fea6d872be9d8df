import { WebhookReceiver, eventually, openLimitMs } from '@app/testing/stack';
import type { BrowserContextOptions } from 'playwright-core';
import { DashboardRoom } from './browser/dashboard-room';
import { Hand, keyboard, pointer } from './browser/hand';
import { WatchedPage } from './browser/watched-page';
import { BeginWalk } from './scenario/begin-walk';
import { Scenario } from './scenario/scenario';

const isLong = Boolean(process.env['LONG']);
const limitMs = 300_000;

/** How wide the screen is, and what the person has at hand. */
type Form = readonly [string, BrowserContextOptions, (watched: WatchedPage) => Hand];
const forms: readonly Form[] = [
  ['a mouse at 1,280 pixels', { viewport: { width: 1_280, height: 900 } }, (watched) => pointer(watched)],
  ...(isLong
    ? ([
        [
          'a finger at 390 pixels',
          { viewport: { width: 390, height: 844 }, hasTouch: true },
          (watched) => pointer(watched, true),
        ],
        ['the keyboard alone', { viewport: { width: 1_280, height: 900 } }, keyboard],
      ] satisfies Form[])
    : []),
];

const rooms: DashboardRoom[] = [];
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  for (const [place] of forms.entries()) rooms.push(await DashboardRoom.open(`begin${place}`));
  await rooms[0].stack.engine.set({
    scripts: [
      { match: { question: 'refund', state: 'money back' }, answer: { p: 0.96 } },
      { match: { question: 'refund' }, answer: { p: 0.1 } },
    ],
  });
}, openLimitMs);
afterAll(async () => {
  await rooms[0]?.stack.engine.set({ scripts: [] });
  await Promise.all(receivers.map((receiver) => receiver.close()));
  for (const room of rooms) await room.close();
});

it.each(forms.map(([name], place) => [name, place] as const))(
  'leads with %s from an empty organization to answers, labels and an alert of one’s own [DASH-06] [STR-04] [OUT-02] [THR-04] [SUB-11]',
  async (_, place) => {
    const [, options, handOf] = forms[place];
    const room = rooms[place];
    const watched = await room.opened(options);
    const receiver = await WebhookReceiver.open();
    receivers.push(receiver);
    const faults: string[] = [];
    const look = async (page: string) => {
      await watched.settled();
      const found = (await refusalsOf(watched)).map((words) => `refused ${words}`);
      if (options.viewport) found.push(...(await tooWide(watched, options.viewport.width)));
      for (const scheme of ['light', 'dark'] as const) found.push(...(await watched.barriers(scheme, 'moderate')));
      faults.push(...found.map((words) => `${page}: ${words}`));
    };
    const walk = new BeginWalk({ room, watched, hand: handOf(watched), labels: 12, look }, receiver);
    await walk.signIn('owner');
    await walk.importFile();
    await walk.ask();
    await walk.label();
    await walk.alert();
    await walk.hear();
    expect(faults).toEqual([]);
    expect(watched.complaints).toEqual([]);

    const member = await room.signedIn('member');
    for (const address of walk.passed) {
      await member.turnTo(address);
      expect(await refusalsOf(member)).toEqual([]);
    }
    expect(member.complaints).toEqual([]);
    await member.page.context().close();
    await watched.page.context().close();
  },
  limitMs,
);

it(
  'takes an own question of one line, says what it reads, and asks again where the price has risen meanwhile [DASH-06] [JDG-02]',
  async () => {
    const [room] = rooms;
    const scenario = new Scenario(room.stack, 'own', room.key);
    const row = (n: number) => ({
      id: `o${n}`,
      attributes: { order_id: `K${n}`, plan: n % 2 ? 'pro' : 'free' },
      state: { text: `Order ${n} has not arrived yet.` },
    });
    await scenario.write({ upsert: Array.from({ length: 6 }, (_, n) => row(n)) });
    const owner = await room.signedIn('owner');
    const { page } = owner;
    await owner.turnTo(`/ask?ns=${encodeURIComponent(scenario.namespace)}`);
    await page.getByLabel('Question', { exact: false }).last().fill('How urgent is this order?');
    await page.getByText('It reads attributes.plan, state.text').waitFor();
    const name = page.getByLabel('Name of the judgment');
    expect(await name.inputValue()).toBe('urgent_order');
    await page.getByRole('radiogroup', { name: 'Answer' }).getByText('Choice').click();
    const create = page.getByRole('button', { name: /^Create and judge all/ });
    await eventually(async () => expect(await create.isDisabled()).toBe(true));
    await page.getByLabel('Value of option 1').fill('today');
    await page.getByLabel('Value of option 2').fill('later');
    const price = page.getByRole('button', { name: /^Create and judge all: \$0\.\d+$/ });
    await price.and(page.locator(':enabled')).waitFor();
    // What is written after the price was shown makes it another price.
    await scenario.write({ upsert: Array.from({ length: 6 }, (_, n) => row(n + 6)) });
    await price.click();
    await page.getByText(/^The price has changed meanwhile: it is now 12 documents for \$0\.\d+\.$/).waitFor();
    expect((await scenario.call('GET', '/judgments/urgent_order')).status).toBe(404);
    await price.click();
    await page.getByText('Judged 12 of 12 documents.').waitFor();
    expect(owner.complaints).toEqual([]);
    await page.context().close();
  },
  limitMs,
);

async function tooWide({ page }: WatchedPage, width: number): Promise<string[]> {
  const drawn = await page.evaluate(
    () =>
      (globalThis as unknown as { document: { documentElement: { scrollWidth: number } } }).document.documentElement
        .scrollWidth,
  );
  return drawn > width ? [`${drawn - width} pixels too wide`] : [];
}

/** What a page refuses; notices of what was done stand outside of it. */
async function refusalsOf({ page }: WatchedPage): Promise<string[]> {
  return await page.getByRole('main').getByRole('alert').allTextContents();
}

import { StackClient, openLimitMs, patient, sharedStack } from '@app/testing/stack';
import { AxeBuilder } from '@axe-core/playwright';
import { Browser, BrowserContext } from 'playwright-core';
import { openChromium } from './browser/own-chromium';
import { WatchedPage } from './browser/watched-page';

/** What functions that run in the page use of it: tests have no types of browsers. */
interface Shown {
  document: { documentElement: { scrollWidth: number } };
}

let stack: StackClient;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  stack = await sharedStack();
  ({ origin } = new URL(stack.baseUrls[0] ?? ''));
  browser = await openChromium();
}, openLimitMs);
afterAll(async () => {
  await browser?.close();
  await stack?.leave();
});

async function inBrowser<T>(
  options: Parameters<Browser['newContext']>[0],
  act: (watched: WatchedPage, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await act(await WatchedPage.open(context, origin), context);
  } finally {
    await context.close();
  }
}

/** What axe finds, of any impact. */
async function barriers({ page }: WatchedPage): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

// The index, or a guide with tables and code; LONG=1 looks at all.
const short = { light: '/docs', dark: '/docs/webhooks' };

it.each(['light', 'dark'] as const)(
  'the guides have no barrier in %s colours, and nothing is wider than a phone [DASH-06]',
  async (colorScheme) => {
    const pages = process.env.LONG === '1' ? await addresses() : [short[colorScheme]];
    await inBrowser({ colorScheme, viewport: { width: 390, height: 844 } }, async (watched) => {
      const { page } = watched;
      for (const address of pages) {
        await page.goto(origin + address);
        const width = await page.evaluate(() => (globalThis as unknown as Shown).document.documentElement.scrollWidth);
        expect([address, width]).toEqual([address, 390]);
        expect([address, await barriers(watched)]).toEqual([address, []]);
      }
      expect(watched.complaints).toEqual([]);
    });
  },
  patient(60_000),
);

it(
  'without a script a reader goes from /docs to the page of webhooks by keys alone, and back [DLV-01]',
  async () => {
    await inBrowser({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } }, async ({ page }) => {
      await page.goto(`${origin}/docs`);
      const link = page.getByRole('navigation').getByRole('link', { name: 'Receive webhooks' });
      await link.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${origin}/docs/webhooks`);
      await page.getByRole('heading', { level: 1, name: 'Receive webhooks' }).waitFor();
      expect(await page.getByRole('navigation').locator('[aria-current=page]').textContent()).toBe('Receive webhooks');
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
    });
  },
  patient(60_000),
);

it(
  'a bookmark of an operation from when /docs was the reference leads to it [VER-06]',
  async () => {
    await inBrowser({}, async ({ page }) => {
      await page.goto(`${origin}/docs#/Jobs/jobs_list`);
      await page.waitForURL(`${origin}/docs/api#/Jobs/jobs_list`);
      await page.getByText('Code samples').first().waitFor();
    });
  },
  patient(60_000),
);

async function addresses(): Promise<string[]> {
  const index = await (await fetch(`${origin}/docs`)).text();
  const found = [...index.matchAll(/href="(\/docs[^"#.]*)"/g)].map(([, address = '']) => address);
  return [...new Set(found)].filter((address) => address !== '/docs/api');
}

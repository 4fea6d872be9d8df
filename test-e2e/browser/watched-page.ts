import { patient, plantCookies, plantTokens } from '@app/testing/stack';
import { AxeBuilder } from '@axe-core/playwright';
import { BrowserContext, ConsoleMessage, Locator, Page } from 'playwright-core';

/** What functions that run in the page use of it: tests have no types of browsers. */
interface Shown {
  document: {
    querySelector(path: string): unknown;
    activeElement: unknown;
    documentElement: { scrollWidth: number; dataset: Record<string, string> };
    getAnimations(): object[];
  };
  history: { pushState(state: null, unused: string, address: string): void };
}

/**
 * How often a condition is looked at, in milliseconds. By default it is at each frame, and Chromium 156 was seen to draw
 * none for two minutes after a change of colours.
 */
const looks = { polling: 50 };
/** What a page loads and no session speaks of, as Playwright calls it. */
const files = new Set(['script', 'stylesheet', 'image', 'font']);
/** More than any page has places for the focus. */
const mostTabs = 200;

/** Where a script broke the policy of the page: Chromium says what was refused, and only here by whom it was asked. */
function breachAt(message: ConsoleMessage): string {
  if (!message.text().includes('Content Security Policy')) return '';
  const { url, lineNumber, columnNumber } = message.location();
  return ` (${url}:${lineNumber}:${columnNumber})`;
}

/** A page that remembers all that a browser complains of: errors, refused requests, breaches of the policy. */
export class WatchedPage {
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  static async open(context: BrowserContext, origin: string): Promise<WatchedPage> {
    context.setDefaultTimeout(patient(30_000));
    const page = await context.newPage();
    const watched = new WatchedPage(page, origin);
    const note = (words: string) => watched.complaints.push(`${new URL(page.url()).pathname}: ${words}`);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') note(message.text() + breachAt(message));
    });
    page.on('pageerror', (error) => note(error.message));
    page.on('response', (response) => {
      if (response.status() >= 400) note(`${response.status()} ${response.url()}`);
      // Files of the dashboard set no cookie, and each question for a header goes to the browser and back.
      if (files.has(response.request().resourceType())) return;
      // A page that is closed meanwhile has no headers to show.
      void response.headerValue('set-cookie').then(
        (cookies) => plantCookies(cookies ?? ''),
        () => undefined,
      );
    });
    page.on('framenavigated', (frame) => plantTokens(frame.url()));
    page.on('request', (request) => {
      plantTokens(request.url());
      const { origin: asked, protocol } = new URL(request.url());
      if (asked !== origin && protocol !== 'data:') note(`asked ${asked}`);
    });
    return watched;
  }

  /** Opens a page of the dashboard and waits until it shows what it read. @param address below `/app` */
  async go(address: string): Promise<void> {
    await this.page.goto(`${this.origin}/app${address}`);
    await this.settled();
  }

  /**
   * Goes to a page as a link of the dashboard does: the dashboard stays, which costs a third of a load. It draws the page,
   * or that it reads, before this looks.
   */
  async turnTo(address: string): Promise<void> {
    await this.page.evaluate((to) => {
      (globalThis as unknown as Shown).history.pushState(null, '', to);
    }, `/app${address}`);
    await this.settled();
  }

  /** Resolves when the page has its title and waits for nothing. */
  async settled(): Promise<void> {
    await this.page.locator('h1').first().waitFor();
    await this.page.waitForFunction(
      () => (globalThis as unknown as Shown).document.querySelector('[aria-busy=true]') === null,
      undefined,
      looks,
    );
  }

  /** Goes on by Tab alone until a part of the page has the focus. @throws Error when Tab never reaches it */
  async tabTo(part: Locator): Promise<void> {
    // A part that comes later is waited for, not tabbed for.
    await part.waitFor({ state: 'attached' });
    const isThere = () => part.evaluate((one) => one === (globalThis as unknown as Shown).document.activeElement);
    for (let step = 0; step < mostTabs; step++) {
      if (await isThere()) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${String(part)}.`);
  }

  /**
   * What axe finds serious.
   * @param scheme colours of the system; in dark ones contrast alone can differ
   * @param least impact that counts
   */
  async barriers(scheme: 'light' | 'dark', least: 'moderate' | 'serious' = 'serious'): Promise<string[]> {
    await this.page.emulateMedia({ colorScheme: scheme });
    // The page follows a moment later, and a colour that fades from one scheme to the other has no contrast of its own.
    await this.page.waitForFunction(
      (wanted) => {
        const { document } = globalThis as unknown as Shown;
        const isFading = document.getAnimations().some(({ constructor }) => constructor.name === 'CSSTransition');
        return document.documentElement.dataset['mantineColorScheme'] === wanted && !isFading;
      },
      scheme,
      looks,
    );
    const axe = new AxeBuilder({ page: this.page, ...(await this.axeSource()) }).setLegacyMode();
    // What passes would be described node by node, and each node by a selector that nobody reads. Styles and media that axe
    // would read beforehand serve rules of autoplay and of a locked orientation: no page has either.
    axe.options({ resultTypes: ['violations'], selectors: false, preload: false });
    if (scheme === 'dark') axe.withRules(['color-contrast']);
    const { violations } = await axe.analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical' || impact === least)
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${scheme} ${id}: ${html}`));
  }

  /** The program of axe has 650 kB: a document that has it already is given none. */
  private async axeSource(): Promise<{ axeSource?: string }> {
    return (await this.page.evaluate(() => 'axe' in globalThis)) ? { axeSource: 'undefined' } : {};
  }

  /** Pixels that the page is wider than a screen of 320. */
  async excess(): Promise<number> {
    const before = this.page.viewportSize();
    await this.page.setViewportSize({ width: 320, height: 640 });
    const width = () => this.page.evaluate(() => (globalThis as unknown as Shown).document.documentElement.scrollWidth);
    const until = Date.now() + patient(2_000);
    let excess = (await width()) - 320;
    // Menus and bars find their places within some frames.
    while (excess > 0 && Date.now() < until) {
      await this.page.waitForTimeout(50);
      excess = (await width()) - 320;
    }
    if (before) await this.page.setViewportSize(before);
    return Math.max(0, excess);
  }
}

import { StackClient, sharedStack } from '@app/testing/stack';
import { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openChromium } from './own-chromium';
import { WatchedPage } from './watched-page';

/** An organization with people of three roles, and a Chromium in which they look at the dashboard. */
export class DashboardRoom {
  private constructor(
    readonly stack: StackClient,
    readonly browser: Browser,
    readonly origin: string,
    /** Its name, and the key of an owner. */
    readonly organization: string,
    readonly key: string,
  ) {}

  /** @param own a stack that the file opened for itself, and closes; the shared one without it */
  static async open(name: string, own?: StackClient): Promise<DashboardRoom> {
    const stack = own ?? (await sharedStack());
    const { origin } = new URL(stack.baseUrls[0]);
    const page = await fetch(`${origin}/app/`);
    if (page.status !== 200) throw new Error('No dashboard is built: run "npm run build" first.');
    const organization = `${name}-${Date.now().toString(36)}`;
    const key = await stack.operator.organization(organization);
    const browser = await openChromium();
    const room = new DashboardRoom(stack, browser, origin, organization, key);
    await stack.operator.run(
      ...['owner', 'admin', 'member'].map((role) => [
        ...['org', 'member-add', '--org', organization, '--email', room.emailOf(role), '--role', role],
      ]),
    );
    return room;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.stack.leave();
  }

  /** An address that signs in once. */
  async linkOf(role: string): Promise<string> {
    const [said] = await this.stack.operator.run([
      ...['org', 'sign-in-link', '--org', this.organization, '--email', this.emailOf(role)],
    ]);
    const token = /#t=([\w-]+)/.exec(said)?.[1];
    if (!token) throw new Error(`No link stands in ${said}`);
    return `/link#t=${token}`;
  }

  /** A browser of somebody's own, with no page open and nobody signed in. */
  async opened(options: BrowserContextOptions): Promise<WatchedPage> {
    return await WatchedPage.open(await this.browser.newContext(options), this.origin);
  }

  /** A browser of somebody's own, signed in by a link. */
  async signedIn(role: string): Promise<WatchedPage> {
    const watched = await this.opened({ viewport: { width: 1200, height: 900 } });
    await this.signIn(watched, role);
    return watched;
  }

  /** Signs in by a link in a browser, as nobody else any more; what the browser keeps of the dashboard's files stays. */
  async signIn(watched: WatchedPage, role: string): Promise<void> {
    await watched.page.context().clearCookies();
    await watched.go(await this.linkOf(role));
    await watched.page.getByRole('button', { name: 'Sign in' }).click();
    await this.welcomed(watched.page, role);
  }

  /** Gives the name and the password that the page of a link asks for where a person has none, and waits for the first page. */
  async welcomed(page: Page, role: string): Promise<void> {
    const overview = page.getByRole('heading', { name: 'Overview' });
    const goOn = page.getByRole('button', { name: 'Continue' });
    await overview.or(goOn).waitFor();
    if (await goOn.isVisible()) {
      const password = page.getByLabel('Password', { exact: true });
      await page.getByLabel('Your name').fill(role);
      if (await password.isVisible()) await password.fill(`password of the ${role}`);
      await goOn.click();
    }
    await overview.waitFor();
  }

  /** A new endpoint of the organization. @throws Error with the refusal */
  async endpoint(body: object): Promise<{ id: string; secret: string }> {
    const reply = await this.stack.api<{ id: string; secret: string }>('POST', '/webhook-endpoints', body, {
      key: this.key,
    });
    if (reply.status >= 300) throw new Error(`No endpoint was made: ${reply.status} ${reply.text}`);
    return reply.body;
  }

  emailOf(role: string): string {
    return `${role}@${this.organization}.example`;
  }
}

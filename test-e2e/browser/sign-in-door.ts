import { Page } from 'playwright-core';
import { DashboardRoom } from './dashboard-room';
import { WatchedPage } from './watched-page';

/** What people who are not signed in do at the dashboard. */
export class SignInDoor {
  private constructor(
    private readonly room: DashboardRoom,
    private readonly watched: WatchedPage,
  ) {}

  /** With one browser for all who come: another one would load and compile the dashboard anew. */
  static async open(room: DashboardRoom): Promise<SignInDoor> {
    return new SignInDoor(room, await room.opened({ viewport: { width: 1200, height: 900 } }));
  }

  /** The browser of somebody who is not signed in and was never here, at a page of the dashboard. */
  async stranger(address = '/'): Promise<Page> {
    const { page } = this.watched;
    await this.forget();
    await page.goto(`${this.room.origin}/app${address}`);
    return page;
  }

  /** The browser, signed in by a link as somebody who was never here before. */
  async signedIn(role: string): Promise<WatchedPage> {
    await this.forget();
    await this.room.signIn(this.watched, role);
    return this.watched;
  }

  /** Takes from the browser all that it keeps of people. */
  private async forget(): Promise<void> {
    const { page, complaints } = this.watched;
    // A page of the dashboard would go on to read, and complain that it may not.
    await page.goto(`${this.room.origin}/health/live`);
    await page.context().clearCookies();
    await page.evaluate(() => {
      const { localStorage, sessionStorage } = globalThis as unknown as Record<string, { clear(): void }>;
      localStorage.clear();
      sessionStorage.clear();
    });
    complaints.length = 0;
  }

  async fill(page: Page, role: string, words: string): Promise<void> {
    await page.getByLabel('Email address').fill(this.room.emailOf(role));
    await page.getByLabel('Password', { exact: true }).fill(words);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
  }

  /** Goes by the button of the address's provider, which knows the browser when somebody signed in there before. */
  async toProvider(page: Page, subject: string): Promise<void> {
    await page.getByLabel('Email address').fill(`${subject}@${this.room.organization}.example`);
    await page.getByRole('link', { name: 'Continue with the directory' }).click();
  }

  /** Says at the provider's form who one is. */
  async proveAtProvider(page: Page, subject: string): Promise<void> {
    await this.toProvider(page, subject);
    await page.getByLabel('Person').fill(subject);
    await page.getByRole('button', { name: 'Continue' }).click();
  }
}

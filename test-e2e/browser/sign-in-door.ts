import { Page } from 'playwright-core';
import { DashboardRoom } from './dashboard-room';
import { WatchedPage } from './watched-page';

/** What people who are not signed in do at the dashboard. */
export class SignInDoor {
  constructor(private readonly room: DashboardRoom) {}

  /** A browser of somebody who is not signed in, at a page of the dashboard. */
  async stranger(address = '/'): Promise<Page> {
    const context = await this.room.browser.newContext();
    const { page } = await WatchedPage.open(context, this.room.origin);
    await page.goto(`${this.room.origin}/app${address}`);
    return page;
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

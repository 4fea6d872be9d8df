import type { SmtpSink } from '@app/testing/stack';
import { eventually } from '@app/testing/stack';
import { Page } from 'playwright-core';
import { DashboardRoom } from '../browser/dashboard-room';
import { WatchedPage } from '../browser/watched-page';

/** A person whom an owner invited, in a browser of their own. */
export class InvitedPerson {
  readonly password = 'a horse that was invited';

  private constructor(
    private readonly room: DashboardRoom,
    private readonly watched: WatchedPage,
    readonly email: string,
  ) {}

  static async open(room: DashboardRoom, name: string): Promise<InvitedPerson> {
    const context = await room.browser.newContext();
    return new InvitedPerson(room, await WatchedPage.open(context, room.origin), room.emailOf(name));
  }

  get page(): Page {
    return this.watched.page;
  }

  /** Uses a link. @param text holds its address */
  async useLink(text: string): Promise<void> {
    // A page that is open already would not load anew for another fragment.
    await this.page.goto('about:blank');
    await this.page.goto(`${this.room.origin}/app/link#t=${tokenOf(text)}`);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('heading', { name: `Welcome to ${this.room.organization}` }).waitFor();
  }

  /** Gives the name and the password that the page of the link asks for. */
  async introduce(): Promise<void> {
    await this.page.getByLabel('Your name').fill('Somebody new');
    await this.page.getByLabel('Password', { exact: true }).fill(this.password);
    await this.page.getByRole('button', { name: 'Continue' }).click();
    await this.isIn();
  }

  async isIn(): Promise<void> {
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  /** Leaves, and types the address at the page that is left. */
  async leave(): Promise<void> {
    await this.page.getByRole('button', { name: /^Account of/ }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.page.getByLabel('Email address').fill(this.email);
  }

  async signIn(password: string): Promise<void> {
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** The newest mail with a link to them, of which there must be a number. */
  mail(sink: SmtpSink, count: number): Promise<string> {
    return eventually(() => {
      const mails = sink.mails.filter(({ to, raw }) => to === this.email && raw.includes('#t='));
      if (mails.length !== count) throw new Error(`${mails.length} mails with a link came`);
      return mails[count - 1].raw;
    });
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** The token of a link, as it is or as mails encode it. */
function tokenOf(text: string): string {
  const token = /#t=(?:3D)?([\w-]{43})/.exec(text)?.[1];
  if (!token) throw new Error(`No link stands in ${text}`);
  return token;
}

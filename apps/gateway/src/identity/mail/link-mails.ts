import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { AccountRow, findAccountByEmail } from '../account/account.store';
import { assertEmail } from '../account/email';
import { Turns } from '../../admission/limit/turns';
import { listOpened } from '../organization/membership.store';
import { readLatestOrganization } from '../session/session.store';
import { invitationSubject, linkSubject } from './link-content';
import { MailSender } from './mail-sender';
import { writeLinkMail } from './mail.store';

/** Requests that use the database at once, and those that wait: nobody knows who sends them. */
const asksAtOnce = 2;
const maxWaiting = 60;

/** Mails links that sign people in. */
@Injectable()
export class LinkMails {
  private readonly turns = new Turns(asksAtOnce, maxWaiting);

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly sender: MailSender,
  ) {}

  /**
   * Mails a link to an address that has an account. Nothing tells the caller whether it has one. Without an SMTP server
   * nothing is written: a link that waits for the operator would be a link in a table.
   * @throws Problem `invalid_request` for a text that is no address, `rate_limited` when too many ask at once
   */
  async ask(email: string): Promise<void> {
    assertEmail(email);
    if (this.sender.sends) await this.turns.run(() => this.write(email));
  }

  /** Whether mails are sent at all. */
  get sends(): boolean {
    return this.sender.sends;
  }

  /** Mails a person the invitation to an organization, unless their address got three mails with a link within the hour. */
  async invite(
    tx: Tx,
    { account, organization }: { account: AccountRow; organization: { id: string; name: string } },
  ): Promise<void> {
    if (!this.sender.sends) return;
    const isWritten = await writeLinkMail(tx, {
      account: account.id,
      organization: organization.id,
      address: account.email,
      subject: invitationSubject(organization.name),
      purpose: 'invite',
    });
    if (isWritten) tx.afterCommit(() => this.sender.wake());
  }

  private async write(email: string): Promise<void> {
    const account = await findAccountByEmail(this.database, email);
    if (!account) return;
    const opened = await listOpened(this.database, { account: account.id, only: null, willProve: true });
    const [first, ...more] = opened.filter((one) => !one.by_provider);
    if (!first) return;
    const latest = more.length > 0 ? await readLatestOrganization(this.database, account.id) : null;
    const organization = more.find(({ id }) => id === latest)?.id ?? first.id;
    const mail = {
      account: account.id,
      organization,
      address: account.email,
      subject: linkSubject,
      purpose: 'sign_in',
    } as const;
    const isWritten = await this.database.transaction('gateway.link-mail', (tx) => writeLinkMail(tx, mail));
    if (isWritten) this.sender.wake();
  }
}

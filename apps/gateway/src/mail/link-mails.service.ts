import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { findAccountByEmail } from '../account/account.store';
import { assertEmail } from '../account/email';
import { mustUseProvider } from '../identity-provider/enforcement.store';
import { Turns } from '../limit/turns';
import { listMemberships } from '../member/member.store';
import { latestOrganization } from '../session/session.store';
import { linkSubject } from './link-content';
import { MailSender } from './mail-sender.service';
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

  private async write(email: string): Promise<void> {
    const account = await findAccountByEmail(this.database, email);
    if (!account || (await mustUseProvider(this.database, account))) return;
    const [first, ...more] = await listMemberships(this.database, account.id);
    if (!first) return;
    const latest = more.length > 0 ? await latestOrganization(this.database, account.id) : null;
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

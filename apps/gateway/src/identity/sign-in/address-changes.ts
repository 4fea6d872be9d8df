import { CLOCK, DATABASE } from '@app/boot';
import type { Clock } from '@app/observability';
import { Database, Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { findAccount, findAccountByEmail, lockAccount } from '../account/account.store';
import { proveNewAddress } from './address-proof';
import { assertEmail } from '../account/email';
import { writeAudit } from '../organization/audit.store';
import { assertProviderIsOptional } from '../provider/enforcement.store';
import { Turns } from '../../admission/limit/turns';
import { addressChangedContent, addressLinkSubject } from '../mail/link-content';
import { MailSender } from '../mail/mail-sender';
import { dropLinkMails, writeLinkMail, writeMail } from '../mail/mail.store';
import { isMemberOfThisAlone } from '../organization/membership.store';
import { isVerified, moveAddress } from '../member/member.store';
import { Principal } from '../principal/principal';
import { assertFresh } from '../session/session';
import { endAllLinks, useAddressLink } from '../session/link.store';
import { unproved } from './account-changes';
import { SessionOpener, WithCookie } from './session-opener';
import { Sessions } from './sessions';
import { SignedInView } from './sign-in.schema';
import { takeOfWindow } from './window-count.store';

/** Links that use the database at once, and those that wait: nobody knows yet who sends them. */
const atOnce = 2;
const maxWaiting = 60;
/** Mails to new addresses that one person may ask for: an address need not be theirs. */
const asks = { most: 3, minutes: 60 };

/** Gives accounts another address, once a link that was mailed there shows that it is read. */
@Injectable()
export class AddressChanges {
  private readonly turns = new Turns(atOnce, maxWaiting);

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly sender: MailSender,
    private readonly sessions: Sessions,
    private readonly opener: SessionOpener,
  ) {}

  /**
   * Mails a link to the address that a person wants. The reply does not say whether another account has it.
   * @throws Problem `forbidden`, reason `sign_in_again` or `use_provider`; `conflict`, reason `no_mail_server`;
   * `rate_limited` after three within an hour
   */
  async ask(address: string, principal: Principal): Promise<void> {
    assertEmail(address);
    assertFresh(principal, this.clock.now());
    const own = await this.database.transaction('gateway.address-own', (tx) => this.sessions.hold(tx, principal));
    const { id } = own.account;
    if (!own.rights.ownsAccount) throw unproved(this.sender.sends);
    await assertProviderIsOptional(this.database, own.account);
    if (!this.sender.sends)
      throw new Problem('conflict', 'This service sends no mails, so no address can be proved; ask its operator.', {
        reason: 'no_mail_server',
      });
    const seconds = await takeOfWindow(this.database, `change-email:${id}`, asks);
    if (seconds !== null) throw tooMany(seconds);
    const holder = await findAccountByEmail(this.database, address);
    if (holder && holder.id !== id) return;
    const isWritten = await this.database.transaction('gateway.address-ask', async (tx) => {
      await this.sessions.hold(tx, principal);
      await endAllLinks(tx, id, 'change_email');
      await dropLinkMails(tx, id, 'change_email');
      const organization = principal.organization.id;
      return writeLinkMail(tx, {
        account: id,
        organization,
        address,
        subject: addressLinkSubject,
        purpose: 'change_email',
      });
    });
    if (isWritten) this.sender.wake();
  }

  /**
   * Uses a mailed link up: the account gets the address, its password, sessions and links end, and another session opens.
   * @returns null for a token that is no such link
   */
  async confirm(token: string, agent: string | null): Promise<WithCookie<SignedInView> | null> {
    const opened = await this.turns.run(() =>
      this.database.transaction('gateway.address-change', async (tx) => {
        const used = await useAddressLink(tx, token);
        return used && this.move(tx, used, agent);
      }),
    );
    if (opened) this.sender.wake();
    return opened;
  }

  private async move(
    tx: Tx,
    { account: id, organization, email }: { account: string; organization: string; email: string },
    agent: string | null,
  ): Promise<WithCookie<SignedInView>> {
    await lockAccount(tx, id);
    const before = await findAccount(tx, id);
    const mayMail = await isVerified(tx, id);
    // Another organization may have invited the old address meanwhile: its invitation must not move with the account.
    const isTheirs = before?.verified_at != null || (await isMemberOfThisAlone(tx, organization, id));
    if (!before || !isTheirs || !(await moveAddress(tx, id, email)))
      throw new Problem('unauthorized', 'This link was used, or its time is over; ask for another one.');
    // The old address or the new one may have come under an enforced provider meanwhile; then nothing changes.
    await assertProviderIsOptional(tx, before);
    await assertProviderIsOptional(tx, { id, email });
    const account = await proveNewAddress(tx, { ...before, email });
    await writeAudit(tx, {
      organization,
      actor: `user:${id}`,
      action: 'email.changed',
      target: id,
      before: { email: before.email },
      after: { email },
    });
    const opened = await this.opener.open(tx, { account, organization, isOnly: false, method: 'link', agent });
    if (mayMail) {
      const content = addressChangedContent(email, opened.reply.organization.name);
      await writeMail(tx, { organization, address: before.email, ...content }, this.sender.statusOfNew);
    }
    return opened;
  }
}

function tooMany(seconds: number): Problem {
  return new Problem(
    'rate_limited',
    `You asked for mails to three new addresses within an hour; try again in ${seconds} s.`,
    { rate_limit: 'per_account', limit: 'address_changes' },
    { retryAfterS: seconds },
  );
}

import { CLOCK, DATABASE } from '@app/boot';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { changeAccount } from '../account/account.store';
import { assertPassword } from '../account/password';
import { PasswordHasher } from '../account/password-hasher';
import { writeAudit } from '../organization/audit.store';
import { useProvider } from '../provider/enforcement.store';
import { MailSender } from '../mail/mail-sender';
import { Principal } from '../principal/principal';
import { freshMs } from '../session/session';
import { revokeSessions } from '../session/session.store';
import { setMembershipHash } from './credential.store';
import { AccountRights } from './rights';
import { SessionOpener } from './session-opener';
import { Sessions, onlyOf } from './sessions';
import { PasswordChange, UserPatchBody, UserView } from './sign-in.schema';
import { Browser, SignIn } from './sign-in';
import { toUserView } from './views';

type Change = Omit<UserPatchBody, 'email'>;

/** A reply, with the cookie of another session when the change ended the one that asked. */
export interface ChangedUser {
  reply: UserView;
  cookie: string | null;
}

/** Changes of a person's name, shortcuts and password. */
@Injectable()
export class AccountChanges {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    private readonly opener: SessionOpener,
    private readonly hasher: PasswordHasher,
    private readonly mails: MailSender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Changes what is given. A new password ends the sessions that the one before opened, and opens another.
   * @throws Problem `forbidden` when the current password is wrong; `conflict`, reason `prove_address`, when this session may
   * not change it; `unauthorized` when the session has ended
   */
  async change(
    { name, single_keys: singleKeys, password }: Change,
    principal: Principal,
    browser: Browser,
  ): Promise<ChangedUser> {
    // Hashes take long, so they are made before the transaction, which looks again.
    const hash = password && (await this.makeHash(password, principal, browser));
    return this.database.transaction('gateway.user', async (tx) => {
      const own = await this.sessions.hold(tx, principal);
      this.assertMay(own.rights, { name, password });
      const { session } = own;
      const ofAccount = own.rights.password === 'account' ? hash : undefined;
      const account = await changeAccount(tx, own.account.id, { name, singleKeys, passwordHash: ofAccount });
      if (hash === undefined) return { reply: toUserView(account, own.rights), cookie: null };
      const organization = principal.organization.id;
      await revokeSessions(tx, account.id, { organization: onlyOf(session) });
      const { actor } = principal.caller;
      // Before the hash, which takes the maker of the link out: the maker could have set this password.
      await writeAudit(tx, { organization, actor, action: 'password.changed', target: account.id });
      if (ofAccount === undefined) await setMembershipHash(tx, organization, account.id, hash);
      const { reply, cookie } = await this.opener.open(tx, {
        account,
        organization,
        isOnly: session.only_organization,
        method: session.method,
        agent: browser.agent,
      });
      return { reply: reply.user, cookie };
    });
  }

  private async makeHash(
    { current, new: wanted }: PasswordChange,
    principal: Principal,
    { address }: Browser,
  ): Promise<string> {
    const { session, account, rights } = await this.database.transaction('gateway.user-own', (tx) =>
      this.sessions.hold(tx, principal),
    );
    if (session.method === 'oidc') throw useProvider();
    this.assertMay(rights, { password: wanted });
    assertPassword(wanted, [account.email, principal.organization.name]);
    const provedByLink = session.method === 'link' && this.clock.now() - session.proved_at.getTime() <= freshMs;
    if (current === undefined) {
      if (!provedByLink)
        throw invalid('missing_field', '/password/current', 'Send the current password, or sign in by a link first.');
    } else {
      const asked = { email: account.email, password: current, organization: onlyOf(session) };
      if (!(await this.signIn.prove(asked, address)))
        throw new Problem('forbidden', 'The current password is wrong.', { path: '/password/current' });
    }
    return this.hasher.hash(wanted);
  }

  private assertMay({ password, ownsAccount }: AccountRights, asked: { name?: unknown; password?: unknown }): void {
    const isRefused =
      (asked.password !== undefined && password === 'none') || (asked.name !== undefined && !ownsAccount);
    if (isRefused) throw unproved(this.mails.sends);
  }
}

/** @param mails whether links can be mailed */
export function unproved(mails: boolean): Problem {
  const way = mails ? 'ask for a sign-in link by mail and use it' : "ask the service's operator for a sign-in link";
  return new Problem('conflict', `Other organizations know you by this address, so prove it first: ${way}.`, {
    reason: 'prove_address',
  });
}

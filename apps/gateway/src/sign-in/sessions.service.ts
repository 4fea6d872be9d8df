import { CLOCK, DATABASE } from '@app/boot';
import type { Clock } from '@app/observability';
import { Database, Tx } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AccountRow, changeAccount, findAccount } from '../account/account.store';
import { assertPassword } from '../account/password';
import { PasswordHasher } from '../account/password-hasher';
import { writeAudit } from '../audit/audit.store';
import { assertProviderIsOptional } from '../identity-provider/enforcement.store';
import { listMemberships } from '../member/member.store';
import { Principal, SignedIn } from '../principal/principal';
import { freshMs } from '../session/session';
import { ListedSession, listSessions, readSession, revokeSessions } from '../session/session.store';
import { PasswordChange, RevokedSessions, SessionList, SignedInView, UserPatchBody, UserView } from './sign-in.schema';
import { Browser, SignIn, WithCookie } from './sign-in.service';
import { toSessionView, toSignedInView, toUserView } from './views';

const maxListed = 200;

/** The sessions of a person, and the person's own account. */
@Injectable()
export class Sessions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly signIn: SignIn,
    private readonly hasher: PasswordHasher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async current(principal: Principal): Promise<SignedInView> {
    const { session, account } = await this.own(this.database, principal);
    const memberships = await listMemberships(this.database, account.id);
    const membership = memberships.find(({ id }) => id === principal.organization.id);
    if (!membership) throw new Problem('unauthorized', 'The session has ended; sign in again.');
    return toSignedInView(session, account, membership, memberships);
  }

  /** Moves the session to another organization of the person. @throws Problem `not_found` when it is none of theirs */
  switchTo(organization: string, principal: Principal, agent: string | null): Promise<WithCookie<SignedInView>> {
    return this.database.transaction('gateway.session-switch', async (tx) => {
      const { session, account } = await this.own(tx, principal);
      const opened = await this.signIn.open(tx, {
        ...{ account, organization, method: session.method, agent },
        since: { provedAt: session.proved_at, endsAt: session.ends_at },
      });
      await revokeSessions(tx, account.id, { only: session.id });
      return opened;
    });
  }

  async list(principal: Principal): Promise<SessionList> {
    const { id, account } = signedIn(principal);
    const rows = await listSessions(this.database, account, maxListed);
    return { sessions: rows.map((row) => toSessionView(row, id)) };
  }

  /** Ends one session of the person. @throws Problem `not_found` when they have no such session */
  async revoke(id: string, principal: Principal): Promise<RevokedSessions> {
    const { account } = signedIn(principal);
    const revoked = await this.end(principal, { only: id }, account);
    if (revoked === 0) throw new Problem('not_found', 'You have no such session, or it has ended already.');
    return { revoked };
  }

  /** Ends all sessions of the person but this one. */
  async revokeOthers(principal: Principal): Promise<RevokedSessions> {
    const { id, account } = signedIn(principal);
    return { revoked: await this.end(principal, { except: id }, account) };
  }

  async user(principal: Principal): Promise<UserView> {
    return toUserView((await this.own(this.database, principal)).account);
  }

  /**
   * Changes the person's account. A new password ends all their sessions and opens another.
   * @throws Problem `forbidden` when the current password is wrong, or reason `sign_in_again` when it is missing
   */
  async changeUser(
    { name, single_keys: singleKeys, password }: UserPatchBody,
    principal: Principal,
    browser: Browser,
  ): Promise<{ reply: UserView; cookie: string | null }> {
    const { session, account } = await this.own(this.database, principal);
    const passwordHash = password && (await this.newHash(password, { account, session, principal, browser }));
    return this.database.transaction('gateway.user', async (tx) => {
      const changed = await changeAccount(tx, account.id, { name, singleKeys, passwordHash });
      if (passwordHash === undefined) return { reply: toUserView(changed), cookie: null };
      await revokeSessions(tx, account.id);
      const { organization, caller } = principal;
      await writeAudit(tx, {
        ...{ organization: organization.id, actor: caller.actor, action: 'password.changed', target: account.id },
      });
      const { cookie } = await this.signIn.open(tx, {
        ...{ account: changed, organization: organization.id, method: session.method, agent: browser.agent },
      });
      return { reply: toUserView(changed), cookie };
    });
  }

  private async newHash(
    { current, new: wanted }: PasswordChange,
    {
      account,
      session,
      principal,
      browser,
    }: { account: AccountRow; session: ListedSession; principal: Principal; browser: Browser },
  ): Promise<string> {
    await assertProviderIsOptional(this.database, account);
    assertPassword(wanted, [account.email, principal.organization.name]);
    const provedByLink = session.method === 'link' && this.clock.now() - session.proved_at.getTime() <= freshMs;
    if (current === undefined) {
      if (!provedByLink)
        throw invalid('missing_field', '/password/current', 'Send the current password, or sign in by a link first.');
    } else if (!(await this.signIn.prove(account.email, current, browser.address)))
      throw new Problem('forbidden', 'The current password is wrong.', { path: '/password/current' });
    return this.hasher.hash(wanted);
  }

  private end(principal: Principal, which: { only?: string; except?: string }, account: string): Promise<number> {
    return this.database.transaction('gateway.session-revoke', async (tx) => {
      const revoked = await revokeSessions(tx, account, which);
      const { organization, caller } = principal;
      if (revoked > 0)
        await writeAudit(tx, {
          ...{ organization: organization.id, actor: caller.actor, action: 'session.revoked', target: which.only },
          after: { revoked },
        });
      return revoked;
    });
  }

  private async own(
    database: Database | Tx,
    principal: Principal,
  ): Promise<{ session: ListedSession; account: AccountRow }> {
    const { id, account } = signedIn(principal);
    const [session, person] = [await readSession(database, account, id), await findAccount(database, account)];
    if (!session || !person) throw new Problem('unauthorized', 'The session has ended; sign in again.');
    return { session, account: person };
  }
}

/** @throws Error for an API key: the routes of people admit none, a defect */
export function signedIn({ session }: Principal): SignedIn {
  if (!session) throw new Error('a route of people admitted an API key');
  return session;
}

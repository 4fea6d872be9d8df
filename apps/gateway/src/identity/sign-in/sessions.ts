import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AccountRow, lockAccount } from '../account/account.store';
import { writeAudit } from '../organization/audit.store';
import { MailSender } from '../mail/mail-sender';
import { ModelSetters } from '../organization/model-setters';
import { listOpened } from '../organization/membership.store';
import { Principal, SignedIn } from '../principal/principal';
import { unauthorized } from '../session/session-ring';
import { ListedSession, WhichSessions, listSessions, revokeSessions } from '../session/session.store';
import { OwnRow, findOwn } from './own.store';
import { AccountRights, rightsOf } from './rights';
import { SessionOpener, WithCookie, notOpened } from './session-opener';
import { RevokedSessions, SessionList, SignedInView, UserView } from './sign-in.schema';
import { toSessionView, toSignedInView, toUserView } from './views';

const maxListed = 200;

/** What the requests of a session are about. */
export interface Own {
  session: ListedSession;
  account: AccountRow;
  rights: AccountRights;
}

/** The sessions of a person. */
@Injectable()
export class Sessions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly opener: SessionOpener,
    private readonly mails: MailSender,
    private readonly setters: ModelSetters,
  ) {}

  async readCurrent(principal: Principal): Promise<SignedInView> {
    const own = await this.read(principal);
    const { session } = own;
    const opened = await listOpened(this.database, { account: own.account.id, only: onlyOf(session) });
    const memberships = session.method === 'oidc' ? opened : opened.filter((one) => !one.by_provider);
    const membership = memberships.find(({ id }) => id === session.organization_id);
    if (!membership) throw unauthorized();
    return toSignedInView({ ...own, membership, memberships, setters: this.setters });
  }

  /**
   * Moves the session to another organization of the person; to the one where it is, it changes nothing.
   * @returns null when nothing changed
   * @throws Problem `not_found` when this session opens no such membership
   */
  switchTo(organization: string, principal: Principal, agent: string | null): Promise<WithCookie<SignedInView> | null> {
    return this.database.transaction('gateway.session-switch', async (tx) => {
      const { session, account } = await this.hold(tx, principal);
      if (organization === session.organization_id) return null;
      if (session.only_organization) throw notOpened();
      const opened = await this.opener.open(tx, {
        account,
        organization,
        isOnly: false,
        method: session.method,
        agent,
        since: { provedAt: session.proved_at, endsAt: session.ends_at },
      });
      await revokeSessions(tx, account.id, { only: session.id });
      return opened;
    });
  }

  async list(principal: Principal): Promise<SessionList> {
    const { session } = await this.read(principal);
    const { id, account } = signedIn(principal);
    const rows = await listSessions(this.database, account, { organization: onlyOf(session), limit: maxListed });
    return { sessions: rows.map((row) => toSessionView(row, id)) };
  }

  /** Ends one session of the person. @throws Problem `not_found` when they have no such session */
  async revoke(id: string, principal: Principal): Promise<RevokedSessions> {
    const revoked = await this.end(principal, { only: id });
    if (revoked === 0) throw new Problem('not_found', 'You have no such session, or it has ended already.');
    return { revoked };
  }

  /** Ends all sessions of the person but this one; one that acts in its organization alone ends those there. */
  async revokeOthers(principal: Principal): Promise<RevokedSessions> {
    return { revoked: await this.end(principal, { except: signedIn(principal).id }) };
  }

  async readUser(principal: Principal): Promise<UserView> {
    const { account, rights } = await this.read(principal);
    return toUserView(account, rights);
  }

  /** The session of a request with its account, held alive until the transaction ends. @throws Problem `unauthorized` */
  async hold(tx: Tx, principal: Principal): Promise<Own> {
    const { id, account } = signedIn(principal);
    // A request that ends a session of the account takes the same lock first.
    await lockAccount(tx, account);
    return this.ownOf(await findOwn(tx, account, id));
  }

  private async read(principal: Principal): Promise<Own> {
    const { id, account } = signedIn(principal);
    return this.ownOf(await findOwn(this.database, account, id));
  }

  private ownOf(found: OwnRow | null): Own {
    if (!found) throw unauthorized();
    const { session, account } = found;
    return { session, account, rights: rightsOf({ ...found, mails: this.mails.sends }) };
  }

  private end(principal: Principal, which: WhichSessions): Promise<number> {
    return this.database.transaction('gateway.session-revoke', async (tx) => {
      const { session, account } = await this.hold(tx, principal);
      const revoked = await revokeSessions(tx, account.id, { ...which, organization: onlyOf(session) });
      const { organization, caller } = principal;
      if (revoked > 0)
        await writeAudit(tx, {
          organization: organization.id,
          actor: caller.actor,
          action: 'session.revoked',
          target: which.only,
          after: { revoked },
        });
      return revoked;
    });
  }
}

/** The one organization in which a session acts; null for one that acts in all of the person's. */
export function onlyOf({ only_organization: isOnly, organization_id: organization }: ListedSession): string | null {
  return isOnly ? organization : null;
}

/** @throws Error for an API key: the routes of people admit none, a defect */
export function signedIn({ session }: Principal): SignedIn {
  if (!session) throw new Error('a route of people admitted an API key');
  return session;
}

import { CONFIG, DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AccountRow, changeAccount, findAccount, findAccountByEmail, markSignedIn } from '../account/account.store';
import { PasswordHasher } from '../account/password-hasher';
import { writeAudit } from '../audit/audit.store';
import { assertProviderIsOptional } from '../identity-provider/enforcement.store';
import { Membership, listMemberships, verifyAddress } from '../member/member.store';
import { Turns } from '../limit/turns';
import { SignInMethod, longestMs } from '../session/session';
import type { CookiePolicy, CookieSettings } from '../session/session-cookie';
import { cookiePolicyOf, setCookie } from '../session/session-cookie';
import { makeSecretToken } from '../session/session-token';
import { insertSession, latestOrganization } from '../session/session.store';
import { useLink } from '../sign-in-link/link.store';
import { returnAddressAttempt, takeAddressAttempt } from './address-throttle.store';
import { SignInBody, SignedInView } from './sign-in.schema';
import { clearAttempts, takeAttempt } from './throttle.store';
import { toSignedInView } from './views';

/** Sign-ins that use the database at once, and those that wait: nobody knows yet who sends them. */
const signInsAtOnce = 4;
const maxWaiting = 60;

/** A reply with the `Set-Cookie` header that belongs to it. */
export interface WithCookie<T> {
  reply: T;
  cookie: string;
}

/** Where a request of a person comes from. */
export interface Browser {
  /** What it says it is. */
  agent: string | null;
  /** Its network address; null when nobody vouches for one. */
  address: string | null;
}

/** A session that is to be made, of a person and an organization of theirs. */
export interface Opening {
  account: AccountRow;
  organization: string | null;
  method: SignInMethod;
  since?: { provedAt: Date; endsAt: Date };
  agent: string | null;
}

/** Signs people in, by password or by link. */
@Injectable()
export class SignIn {
  private readonly cookie: CookiePolicy;
  private readonly turns = new Turns(signInsAtOnce, maxWaiting);

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly hasher: PasswordHasher,
    @Inject(CONFIG) settings: CookieSettings,
  ) {
    this.cookie = cookiePolicyOf(settings);
  }

  /**
   * @throws Problem `unauthorized` in the same words whether the address, the password or the link is wrong;
   * `rate_limited` after too many failures
   */
  signIn(body: SignInBody, browser: Browser): Promise<WithCookie<SignedInView>> {
    return this.turns.run(() => this.signInNow(body, browser));
  }

  private async signInNow(
    { email, password, link }: SignInBody,
    { agent, address }: Browser,
  ): Promise<WithCookie<SignedInView>> {
    if (link !== undefined) {
      if (email !== undefined || password !== undefined)
        throw invalid('unknown_field', '/link', 'Send either `link`, or `email` and `password`.');
      return this.byLink(link, agent);
    }
    if (email === undefined) throw invalid('missing_field', '/email', 'Send `email` and `password`, or `link`.');
    if (password === undefined) throw invalid('missing_field', '/password', 'Send `email` and `password`, or `link`.');
    const account = await this.prove(email, password, address);
    if (!account) throw new Problem('unauthorized', 'The address or the password is wrong.');
    await assertProviderIsOptional(this.database, account);
    return this.database.transaction('gateway.sign-in', (tx) =>
      this.open(tx, { account, organization: null, method: 'password', agent }),
    );
  }

  /**
   * The account of an address whose password is right, null otherwise. Every attempt counts until one is right.
   * @param from network address that the attempt comes from; null when it is not known
   * @throws Problem `rate_limited`
   */
  async prove(email: string, password: string, from: string | null): Promise<AccountRow | null> {
    const account = await findAccountByEmail(this.database, email);
    const known = account?.password_hash ?? null;
    const matched = await this.hasher.matches(known, password, async () => {
      // First: who may try no more from there makes no account wait longer.
      await takeAddressAttempt(this.database, from);
      await takeAttempt(this.database, email);
    });
    if (!matched || !account || known === null) return null;
    await clearAttempts(this.database, email);
    await returnAddressAttempt(this.database, from);
    if (!this.hasher.isOutdated(known)) return account;
    const passwordHash = await this.hasher.hash(password);
    return this.database.transaction('gateway.rehash', (tx) => changeAccount(tx, account.id, { passwordHash }));
  }

  /** Makes a session with a new token, so that nobody who planted an old one is signed in. */
  async open(tx: Tx, { account, organization, method, since, agent }: Opening): Promise<WithCookie<SignedInView>> {
    const memberships = await listMemberships(tx, account.id);
    const chosen = organization ?? (await latestOrganization(tx, account.id));
    const membership = memberships.find(({ id }) => id === chosen) ?? memberships[0];
    if (!membership || (organization !== null && membership.id !== organization)) throw nowhere(memberships);
    const { token, hash } = makeSecretToken();
    const session = await insertSession(tx, {
      ...{ hash, account: account.id, organization: membership.id, method, since },
      agent: agent?.slice(0, 200) ?? null,
    });
    await markSignedIn(tx, account.id);
    await writeAudit(tx, {
      ...{ organization: membership.id, actor: `user:${account.id}`, action: 'session.opened', target: session.id },
      after: { method },
    });
    const maxAgeS = Math.floor((session.ends_at.getTime() - session.created_at.getTime()) / 1000);
    return {
      reply: toSignedInView(session, account, membership, memberships),
      cookie: setCookie(this.cookie, token, Math.min(maxAgeS, longestMs / 1000)),
    };
  }

  /** The header that takes the cookie away. */
  get withoutCookie(): string {
    return setCookie(this.cookie, '', 0);
  }

  private byLink(link: string, agent: string | null): Promise<WithCookie<SignedInView>> {
    return this.database.transaction('gateway.sign-in-link', async (tx) => {
      const used = await useLink(tx, link);
      const account = used ? await findAccount(tx, used.account) : null;
      if (!used || !account)
        throw new Problem('unauthorized', 'This link was used, or its time is over; ask for another one.');
      // Its transaction ends with it, so the link stays unused.
      await assertProviderIsOptional(tx, account);
      await clearAttempts(tx, account.email);
      if (used.mailed) await verifyAddress(tx, account.id);
      return this.open(tx, { account, organization: used.organization, method: 'link', agent });
    });
  }
}

function nowhere(memberships: Membership[]): Problem {
  return memberships.length === 0
    ? new Problem('forbidden', 'You are no longer a member of an organization; ask an owner or admin to invite you.')
    : new Problem('not_found', 'You are not a member of this organization.');
}

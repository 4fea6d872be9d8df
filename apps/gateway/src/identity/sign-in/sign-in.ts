import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { changeAccount, findAccount, lockAccount } from '../account/account.store';
import { PasswordHasher } from '../account/password-hasher';
import { proveAddress } from './address-proof';
import { Turns } from '../../admission/limit/turns';
import { noteLinkMaker } from '../member/member.store';
import { provesAccount, useLink } from '../session/link.store';
import { returnAddressAttempt, takeAddressAttempt } from './address-throttle.store';
import { Credential, findCredential, setMembershipHash } from './credential.store';
import { SessionOpener, WithCookie } from './session-opener';
import { SignInBody, SignedInView } from './sign-in.schema';
import { clearAttempts, returnAttempt, takeAttempt } from './throttle.store';

/** Sign-ins that use the database at once, and those that wait: nobody knows yet who sends them. */
const signInsAtOnce = 4;
const maxWaiting = 500;

/** Where a request of a person comes from. */
export interface Browser {
  /** What it says it is. */
  agent: string | null;
  /** Its network address; null when nobody vouches for one. */
  address: string | null;
}

/** Signs people in, by password or by link. */
@Injectable()
export class SignIn {
  /** Known and unknown addresses wait alike; a person who comes during a flood is next (docs/decisions/0209-who-comes-last-signs-in-first.md). */
  private readonly turns = new Turns(signInsAtOnce, maxWaiting, 'newest first');
  /** Links cost no hash, so passwords that wait keep no link waiting. */
  private readonly turnsOfLinks = new Turns(signInsAtOnce, maxWaiting);

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly opener: SessionOpener,
  ) {}

  /**
   * @throws Problem `unauthorized` in the same words whether the address, the password, the organization or the link is wrong;
   * `rate_limited` after too many failures
   */
  signIn({ email, password, organization, link }: SignInBody, browser: Browser): Promise<WithCookie<SignedInView>> {
    if (link !== undefined) {
      if (email !== undefined || password !== undefined || organization !== undefined)
        throw invalid('unknown_field', '/link', 'Send either `link`, or `email` and `password`.');
      return this.turnsOfLinks.run(() => this.signInByLink(link, browser.agent));
    }
    if (email === undefined) throw invalid('missing_field', '/email', 'Send `email` and `password`, or `link`.');
    if (password === undefined) throw invalid('missing_field', '/password', 'Send `email` and `password`, or `link`.');
    return this.tryPassword({ email, password, organization }, browser);
  }

  private async tryPassword(
    attempt: { email: string; password: string; organization?: string | null },
    browser: Browser,
  ): Promise<WithCookie<SignedInView>> {
    try {
      return await this.turns.run(() => this.signInByPassword(attempt, browser));
    } catch (refusal) {
      // Who fails comes again at once, and would stand before everybody who waits.
      await this.turns.waitUntilFree();
      throw refusal;
    }
  }

  /**
   * The credential of an address when its password is right, null otherwise. Every attempt counts until one is right.
   * @param organization id or name of the one to sign in to; null: see `findCredential`
   * @param from network address that the attempt comes from; null when it is not known
   * @throws Problem `rate_limited`
   */
  async prove(
    { email, password, organization }: { email: string; password: string; organization: string | null },
    from: string | null,
  ): Promise<Credential | null> {
    const credential = await findCredential(this.database, email, organization);
    const known = credential?.hash ?? null;
    const matched = await this.hasher.matches(known, password, async () => {
      // First: who may try no more from there makes no account wait longer.
      await takeAddressAttempt(this.database, from);
      await takeAttempt(this.database, email);
    });
    if (!matched || !credential || known === null) return null;
    // A password that one organization's link set must not clear what was tried against those of other organizations.
    if (credential.isOfMembership && !credential.isAlone) await returnAttempt(this.database, email);
    else await clearAttempts(this.database, email);
    await returnAddressAttempt(this.database, from);
    if (!this.hasher.isOutdated(known)) return credential;
    const hash = await this.hasher.hash(password);
    await this.keepHash(credential, hash);
    return { ...credential, hash };
  }

  private async signInByPassword(
    { email, password, organization = null }: { email: string; password: string; organization?: string | null },
    { agent, address }: Browser,
  ): Promise<WithCookie<SignedInView>> {
    const proved = await this.prove({ email, password, organization }, address);
    if (!proved) throw wrong();
    return this.database.transaction('gateway.sign-in', async (tx) => {
      await lockAccount(tx, proved.account.id);
      // The address may have been proved meanwhile, which ends the passwords before.
      const now = await findCredential(tx, email, organization);
      if (now?.hash !== proved.hash) throw wrong();
      const { account, organization: opens, isOfMembership: isOnly } = now;
      return this.opener.open(tx, { account, organization: opens, isOnly, method: 'password', agent });
    });
  }

  private signInByLink(link: string, agent: string | null): Promise<WithCookie<SignedInView>> {
    return this.database.transaction('gateway.sign-in-link', async (tx) => {
      const used = await useLink(tx, link);
      const found = used ? await findAccount(tx, used.account) : null;
      if (!used || !found)
        throw new Problem('unauthorized', 'This link was used, or its time is over; ask for another one.');
      const isProof = provesAccount(used);
      const account = isProof ? await proveAddress(tx, found) : found;
      // An owner who makes links for an address must not be able to try its password more often.
      if (isProof) await clearAttempts(tx, account.email);
      else await noteLinkMaker(tx, used);
      const { organization } = used;
      // Without a session its transaction ends, so the link stays unused.
      return this.opener.open(tx, { account, organization, isOnly: !isProof, method: 'link', agent });
    });
  }

  private keepHash({ account, organization, isOfMembership }: Credential, hash: string): Promise<void> {
    return this.database.transaction('gateway.rehash', async (tx) => {
      if (isOfMembership && organization !== null) await setMembershipHash(tx, organization, account.id, hash);
      else await changeAccount(tx, account.id, { passwordHash: hash });
    });
  }
}

function wrong(): Problem {
  return new Problem('unauthorized', 'The address or the password is wrong.');
}

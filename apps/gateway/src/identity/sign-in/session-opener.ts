import { CONFIG } from '@app/boot';
import { Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AccountRow, lockAccount, markSignedIn } from '../account/account.store';
import { writeAudit } from '../organization/audit.store';
import { useProvider } from '../provider/enforcement.store';
import { defaultMost } from '../organization/most';
import { MailSender } from '../mail/mail-sender';
import { ModelSetters } from '../organization/model-setters';
import { OpenedMembership, acceptMembership, listOpened } from '../organization/membership.store';
import { SignInMethod, longestMs } from '../session/session';
import type { CookiePolicy, CookieSettings } from '../session/session-cookie';
import { cookiePolicyOf, setCookie } from '../session/session-cookie';
import { makeSecretToken } from '../session/session-token';
import { insertSession, readLatestOrganization, revokeOldest } from '../session/session.store';
import { findOwnFacts } from './own.store';
import { rightsOf } from './rights';
import { SignedInView } from './sign-in.schema';
import { toSignedInView } from './views';

/** A reply with the `Set-Cookie` header that belongs to it. */
export interface WithCookie<T> {
  reply: T;
  cookie: string;
}

/** A session that is to be made. */
export interface Opening {
  account: AccountRow;
  /** Where it begins; null: where the person's latest session was. */
  organization: string | null;
  /** It acts in `organization` and in no other. */
  isOnly: boolean;
  method: SignInMethod;
  since?: { provedAt: Date; endsAt: Date };
  agent: string | null;
}

/** Makes sessions of people who have shown who they are. */
@Injectable()
export class SessionOpener {
  private readonly cookie: CookiePolicy;

  constructor(
    private readonly mails: MailSender,
    private readonly setters: ModelSetters,
    @Inject(CONFIG) settings: CookieSettings,
  ) {
    this.cookie = cookiePolicyOf(settings);
  }

  /**
   * Makes a session with a new token, so that nobody who planted an old one is signed in. The person becomes an active member.
   * @throws Problem `not_found` or `forbidden` when this opens no such membership; `forbidden`, reason `use_provider`
   */
  async open(
    tx: Tx,
    { account, organization, isOnly, method, since, agent }: Opening,
  ): Promise<WithCookie<SignedInView>> {
    await lockAccount(tx, account.id);
    const all = await listOpened(tx, { account: account.id, only: isOnly ? organization : null });
    const opened = method === 'oidc' ? all : all.filter((one) => !one.by_provider);
    const chosen = organization ?? (await readLatestOrganization(tx, account.id));
    const found = opened.find(({ id }) => id === chosen);
    const membership = found ?? (organization === null ? opened[0] : undefined);
    if (!membership) throw refusalOf(all, organization);
    const { token, hash } = makeSecretToken();
    const session = await insertSession(tx, {
      hash,
      account: account.id,
      organization: membership.id,
      onlyOrganization: isOnly,
      method,
      since,
      agent: agent?.slice(0, 200) ?? null,
    });
    await revokeOldest(tx, account.id, membership.max_sessions ?? defaultMost.sessionsPerPerson);
    await acceptMembership(tx, membership.id, account.id);
    await markSignedIn(tx, account.id);
    await writeAudit(tx, {
      organization: membership.id,
      actor: `user:${account.id}`,
      action: 'session.opened',
      target: session.id,
      after: { method },
    });
    const maxAgeS = Math.floor((session.ends_at.getTime() - session.created_at.getTime()) / 1000);
    const facts = await findOwnFacts(tx, session);
    const rights = rightsOf({ session, account, facts, mails: this.mails.sends });
    return {
      reply: toSignedInView({ session, account, rights, membership, memberships: opened, setters: this.setters }),
      cookie: setCookie(this.cookie, token, Math.min(maxAgeS, longestMs / 1000)),
    };
  }

  /** The header that takes the cookie away. */
  get withoutCookie(): string {
    return setCookie(this.cookie, '', 0);
  }
}

function refusalOf(all: OpenedMembership[], organization: string | null): Problem {
  if (all.length === 0 && organization === null)
    return new Problem(
      'forbidden',
      'You are no longer a member of an organization; ask an owner or admin to invite you.',
    );
  if (all.some(({ id, by_provider: isByProvider }) => isByProvider && (organization === null || id === organization)))
    return useProvider();
  return notOpened();
}

/** The same for an organization that does not exist, one of others, and one that needs a sign-in of its own. */
export function notOpened(): Problem {
  return new Problem(
    'not_found',
    'You are not a member of this organization, or this sign-in does not open it; sign in to it.',
  );
}

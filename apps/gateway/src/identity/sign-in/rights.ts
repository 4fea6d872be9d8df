import { AccountRow } from '../account/account.store';
import { ListedSession } from '../session/session.store';
import { OwnFacts } from './own.store';

/** What a session may change of its person's account (docs/identity.md). */
export interface AccountRights {
  /** The password that it may change: the account's, its membership's, or none. */
  password: 'account' | 'membership' | 'none';
  /** The hash that the current password must have; null: there is no password. */
  hash: string | null;
  /** Whether it may change name, shortcuts and address, which all organizations of the person share. */
  ownsAccount: boolean;
}

/**
 * A session that acts everywhere owns the account. One of a single organization owns it while nobody else knows the person.
 * @param mails whether links can be mailed: where none can, people set a password for each of their organizations
 */
export function rightsOf({
  session,
  account,
  facts: { is_alone: isAlone, membership_hash: hash },
  mails,
}: {
  session: ListedSession;
  account: AccountRow;
  facts: OwnFacts;
  mails: boolean;
}): AccountRights {
  if (!session.only_organization) return { password: 'account', hash: account.password_hash, ownsAccount: true };
  if (account.verified_at !== null) return { password: 'none', hash: null, ownsAccount: false };
  const maySet = session.method === 'password' || (session.method === 'link' && (isAlone || !mails));
  return { password: maySet ? 'membership' : 'none', hash, ownsAccount: isAlone };
}

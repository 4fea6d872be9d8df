import { AccountRow } from '../account/account.store';
import { Membership } from '../member/member.store';
import { ListedSession } from '../session/session.store';
import { SessionView, SignedInView, UserView } from './sign-in.schema';

export function toUserView(row: AccountRow): UserView {
  const { id, email, name, password_hash, single_keys } = row;
  return { id, email, name, password: password_hash !== null, single_keys };
}

export function toSessionView(row: ListedSession, current: string): SessionView {
  return {
    ...{ id: row.id, method: row.method, agent: row.agent, current: row.id === current },
    created_at: row.created_at.toISOString(),
    proved_at: row.proved_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
  };
}

/** What a person sees of their sign-in. @param organization the one that the session is in */
export function toSignedInView(
  session: ListedSession,
  account: AccountRow,
  organization: Membership,
  organizations: Membership[],
): SignedInView {
  return {
    session: toSessionView(session, session.id),
    user: toUserView(account),
    organization,
    role: organization.role,
    organizations,
  };
}

import { AccountRow } from '../account/account.store';
import { OpenedMembership } from '../organization/membership.store';
import { ModelSetters } from '../organization/model-setters';
import { ListedSession } from '../session/session.store';
import { AccountRights } from './rights';
import { MembershipView, SessionView, SignedInView, UserView } from './sign-in.schema';

export function toUserView(row: AccountRow, { password, hash, ownsAccount }: AccountRights): UserView {
  const { id, email, name, verified_at: verifiedAt, single_keys: singleKeys } = row;
  return {
    id,
    email,
    name,
    verified: verifiedAt !== null,
    single_keys: singleKeys,
    password: hash !== null,
    may_set_password: password !== 'none',
    may_change_name: ownsAccount,
  };
}

export function toSessionView(row: ListedSession, current: string): SessionView {
  return {
    id: row.id,
    method: row.method,
    agent: row.agent,
    current: row.id === current,
    only_organization: row.only_organization,
    created_at: row.created_at.toISOString(),
    proved_at: row.proved_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
  };
}

/** What a person sees of their sign-in: the organization that the session is in, and all that it opens. */
export function toSignedInView({
  session,
  account,
  rights,
  membership,
  memberships,
  setters,
}: {
  session: ListedSession;
  account: AccountRow;
  rights: AccountRights;
  membership: OpenedMembership;
  memberships: readonly OpenedMembership[];
  setters: ModelSetters;
}): SignedInView {
  return {
    session: toSessionView(session, session.id),
    user: toUserView(account, rights),
    organization: toMembershipView(membership, setters),
    role: membership.role,
    organizations: memberships.map((one) => toMembershipView(one, setters)),
  };
}

function toMembershipView(
  { id, name, plan, role, may_label }: OpenedMembership,
  setters: ModelSetters,
): MembershipView {
  return { id, name, plan, role, may_label, sets_models: setters.includes(id, role) };
}

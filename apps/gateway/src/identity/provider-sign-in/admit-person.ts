import { Tx } from '@app/persistence';
import { AccountRow, findAccount, findAccountByEmail, putAccount } from '../account/account.store';
import { emailKeyOf } from '../account/email';
import { writeAudit } from '../organization/audit.store';
import { IdentityProvider } from '../provider/identity-provider';
import { findIdentity, insertIdentity } from '../provider/identity.store';
import { MemberRow, countOwners, findMember, insertMember, setMemberRole, verifyAddress } from '../member/member.store';
import { lockOrganization } from '../organization/organization.store';
import { MemberRole } from '../principal/principal';
import { Claims } from '../provider-client/claims';
import { revokeSessions } from '../session/session.store';
import { Refusal } from './refusal';
import { roleOfGroups } from './role-of-groups';
import { addressOf, vouchedAddress } from './vouched-address';

/** The person, as a member with the role that the groups give; or why they may not come in. */
export type Admitted = { account: AccountRow } | { refusal: Refusal };

/**
 * Finds the account of a provider's subject, or links or makes one, and gives it the role of its groups. A known person who
 * has lost every role is refused, and their sessions end.
 */
export async function admitPerson(tx: Tx, provider: IdentityProvider, claims: Claims): Promise<Admitted> {
  await lockOrganization(tx, provider.organization);
  const known = await findIdentity(tx, provider.id, claims.subject);
  const account = known === null ? await link(tx, provider, claims) : await findAccount(tx, known);
  if (account === null) return { refusal: 'unverified' };
  if ('refusal' in account) return account;
  const member = await findMember(tx, provider.organization, account.id);
  const role = await readRoleFor(tx, provider, claims, { account: account.id, current: member?.role ?? null });
  if (role === null) {
    await revokeSessions(tx, account.id, { organization: provider.organization });
    return { refusal: 'no_role' };
  }
  if (known === null) await insertIdentity(tx, provider.id, claims.subject, account.id);
  const change = { organization: provider.organization, actor: `provider:${provider.id}`, target: account.id };
  if (!member) {
    const { organization, id } = provider;
    await insertMember(tx, {
      organization,
      account: account.id,
      email: account.email,
      role,
      invitedBy: `provider:${id}`,
      isActive: true,
    });
    await writeAudit(tx, { ...change, action: 'member.added', after: { email: account.email, role } });
  } else if (member.role !== role) {
    await setMemberRole(tx, provider.organization, account.id, role);
    await writeAudit(tx, { ...change, action: 'member.role', before: { role: member.role }, after: { role } });
  }
  const vouched = vouchedAddress(claims, { domains: provider.domains, isInvited: isInvitation(member) });
  const isOwn = 'email' in vouched && emailKeyOf(vouched.email) === emailKeyOf(account.email);
  if (isOwn) await verifyAddress(tx, provider.organization, account.id);
  return { account };
}

/**
 * The account of the address, when the provider vouches for it. Other organizations may know its person: the session opens the
 * provider's organization alone.
 */
async function link(tx: Tx, provider: IdentityProvider, claims: Claims): Promise<AccountRow | { refusal: Refusal }> {
  const email = addressOf(claims);
  const existing = email === null ? null : await findAccountByEmail(tx, email);
  const member = existing && (await findMember(tx, provider.organization, existing.id));
  const vouched = vouchedAddress(claims, { domains: provider.domains, isInvited: isInvitation(member) });
  return 'refusal' in vouched ? vouched : putAccount(tx, vouched.email);
}

/** A provider that claims an address of another domain takes up an invitation, and never the place of an active member. */
function isInvitation(member: MemberRow | null): boolean {
  return member?.accepted_at === null;
}

async function readRoleFor(
  tx: Tx,
  provider: IdentityProvider,
  { all }: Claims,
  { account, current }: { account: string; current: MemberRole | null },
): Promise<MemberRole | null> {
  if (current !== null && (provider.roleClaim === null || account === provider.spareAccount)) return current;
  const role = roleOfGroups(provider, all);
  // An organization keeps its last owner, as it does against every other change.
  const isLast = current === 'owner' && role !== 'owner' && (await countOwners(tx, provider.organization)) < 2;
  return isLast ? 'owner' : role;
}

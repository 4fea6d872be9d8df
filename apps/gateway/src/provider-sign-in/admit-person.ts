import { Tx } from '@app/persistence';
import { AccountRow, findAccount, putAccount } from '../account/account.store';
import { emailKeyOf } from '../account/email';
import { writeAudit } from '../audit/audit.store';
import { IdentityProvider, domainOf } from '../identity-provider/identity-provider';
import { findIdentity, insertIdentity } from '../identity-provider/identity.store';
import { countOwners, findMember, insertMember, setMemberRole, verifyAddress } from '../member/member.store';
import { lockOrganization } from '../organization/organization.store';
import { MemberRole } from '../principal/principal';
import { Claims } from '../provider-client/claims';
import { revokeSessions } from '../session/session.store';
import { Refusal } from './refusal';
import { roleOfGroups } from './role-of-groups';

const address = /^[^@\s\p{C}]{1,200}@[^@\s\p{C}]{1,200}$/u;

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
  const role = await roleFor(tx, provider, claims, { account: account.id, current: member?.role ?? null });
  if (role === null) {
    await revokeSessions(tx, account.id, { organization: provider.organization });
    return { refusal: 'no_role' };
  }
  if (known === null) await insertIdentity(tx, provider.id, claims.subject, account.id);
  const change = { organization: provider.organization, actor: `provider:${provider.id}`, target: account.id };
  if (!member) {
    const { organization, id } = provider;
    await insertMember(tx, {
      ...{ organization, account: account.id, email: account.email, role, invitedBy: `provider:${id}` },
      isActive: true,
    });
    await writeAudit(tx, { ...change, action: 'member.added', after: { email: account.email, role } });
  } else if (member.role !== role) {
    await setMemberRole(tx, provider.organization, account.id, role);
    await writeAudit(tx, { ...change, action: 'member.role', before: { role: member.role }, after: { role } });
  }
  if (vouchedAddress(provider, claims) === emailKeyOf(account.email))
    await verifyAddress(tx, provider.organization, account.id);
  return { account };
}

/**
 * The account of the address, when the provider vouches for it. Other organizations may know its person: the session opens the
 * provider's organization alone.
 */
async function link(tx: Tx, provider: IdentityProvider, claims: Claims): Promise<AccountRow | { refusal: Refusal }> {
  if (vouchedAddress(provider, claims) === null || claims.email === null) return { refusal: 'unverified' };
  return putAccount(tx, claims.email);
}

/** The address that the provider says it verified, and that is of its domains. */
function vouchedAddress({ domains }: IdentityProvider, { email, emailVerified }: Claims): string | null {
  if (email === null || !emailVerified || !address.test(email) || !domains.includes(domainOf(email))) return null;
  return emailKeyOf(email);
}

async function roleFor(
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

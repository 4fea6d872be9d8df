import { IdentityProvider } from '../provider/identity-provider';
import { MemberRole } from '../principal/principal';
import { claimOf } from '../provider-client/claims';

/** From the most to the least that a role may do. */
const byRank: readonly MemberRole[] = ['owner', 'admin', 'member'];
/** More groups than a person is in; the rest of a longer list is not read. */
const maxGroups = 1000;

/**
 * The role that a provider's groups give a person: the highest that the map has for one of them, else the default.
 * Nobody becomes an owner unless the map says so.
 * @param claims claims of the token and of the userinfo endpoint
 * @returns null when they give none, so that the person may not sign in
 */
export function roleOfGroups(
  { roleClaim, roleMap, defaultRole }: Pick<IdentityProvider, 'roleClaim' | 'roleMap' | 'defaultRole'>,
  claims: Readonly<Record<string, unknown>>,
): MemberRole | null {
  const claim = roleClaim === null ? [] : claimOf(claims, roleClaim);
  const groups = (Array.isArray(claim) ? claim : [claim]).slice(0, maxGroups);
  const given = groups.map((group) =>
    typeof group === 'string' && Object.hasOwn(roleMap, group) ? roleMap[group] : null,
  );
  return byRank.find((role) => given.includes(role)) ?? defaultRole;
}

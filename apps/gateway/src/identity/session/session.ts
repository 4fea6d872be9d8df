import { Role } from '@app/contracts';
import { Problem } from '@app/problem';
import { AdmittedOrganization, MemberRole, Principal } from '../principal/principal';

/** A session ends after this time without a request. */
export const idleMs = 12 * 3_600_000;
/** A session ends at the latest this long after the sign-in. */
export const longestMs = 7 * 24 * 3_600_000;
/** A change that asks who the person is accepts a proof of this age. */
export const freshMs = 15 * 60_000;

export const signInMethods = ['password', 'link', 'oidc'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** A session with its person and organization, as stored. */
export interface StoredSession {
  id: string;
  account: string;
  memberRole: MemberRole;
  organization: AdmittedOrganization;
  provedAtMs: number;
  seenAtMs: number;
  expiresAtMs: number;
}

/** Who makes the requests of a session. */
export function principalOf({ id, account, memberRole, organization, provedAtMs }: StoredSession): Principal {
  const role: Role = memberRole === 'member' ? 'read_only' : 'read_write';
  return {
    id: account,
    role,
    scope: '*',
    organization,
    requestsPerSecond: null,
    caller: { organization: organization.id, role, scope: '*', plan: organization.plan, actor: `user:${account}` },
    session: { id, account, memberRole, provedAtMs },
  };
}

/** Whether a person proved who they are in the last 15 minutes. An API key is its own proof. */
export function isFresh({ session }: Principal, nowMs: number): boolean {
  return session === null || nowMs - session.provedAtMs <= freshMs;
}

/**
 * Checks that a person proved who they are lately.
 * @throws Problem `forbidden`, reason `sign_in_again`
 */
export function assertFresh(principal: Principal, nowMs: number): void {
  if (!isFresh(principal, nowMs))
    throw new Problem('forbidden', 'You signed in more than 15 minutes ago; sign in again to do this.', {
      reason: 'sign_in_again',
    });
}

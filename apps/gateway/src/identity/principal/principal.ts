import { Caller, Plan, Role } from '@app/contracts';
import { Demand } from '../../admission/limit/rate-limiter';

/** Limits that the operator set for an organization; null means the configured default. */
export interface OrganizationLimits {
  requestsPerSecondPerKey: number | null;
  requestsPerSecondPerOrg: number | null;
  concurrentReads: number | null;
}

/** What admission needs of an organization. */
export interface AdmittedOrganization extends OrganizationLimits {
  id: string;
  name: string;
  plan: Plan;
  /** Whether a language model may draft wordings; an owner or admin turns it on. */
  suggestions: boolean;
  /** Whether members may post outcomes; an owner or admin lets them. */
  membersMayLabel: boolean;
}

export const memberRoles = ['owner', 'admin', 'member'] as const;
/** What a person may do in an organization: a member looks, owners and admins change. */
export type MemberRole = (typeof memberRoles)[number];

/** What admission and the routes of people know of a session. */
export interface SignedIn {
  /** `ses_...`. */
  id: string;
  account: string;
  memberRole: MemberRole;
  /** When the person last proved who they are, by password or link; in milliseconds since 1970. */
  provedAtMs: number;
}

/** Who makes a request: an API key, or a person who signed in. */
export interface Principal {
  /** Id of the key, or of the person's account. */
  id: string;
  /** What the principal may change: everything its scope covers, or nothing. */
  role: Role;
  /** `*` for a person. */
  scope: string;
  organization: AdmittedOrganization;
  /** The identity that its requests carry to other services. */
  caller: Caller;
  /** Its own limit; null means that of its organization's keys. */
  requestsPerSecond: number | null;
  /** Null for an API key. */
  session: SignedIn | null;
}

/** Limits of keys and organizations for which the operator set none. */
export interface DefaultLimits {
  requestsPerSecondPerKey: number;
  requestsPerSecondPerOrg: number;
}

/** The requests of one person never reach it, so that only the person's own limit holds. */
const noLimit = 1_000_000;

/**
 * The limits that a request counts toward. A person counts toward a limit of their own and not toward the organization's
 * [AUTH-07].
 */
export function demandOf({ id, organization, requestsPerSecond, session }: Principal, fallback: DefaultLimits): Demand {
  const keyLimit = requestsPerSecond ?? organization.requestsPerSecondPerKey ?? fallback.requestsPerSecondPerKey;
  if (session) return { key: id, organization: `user:${id}`, keyLimit, organizationLimit: noLimit };
  const organizationLimit = organization.requestsPerSecondPerOrg ?? fallback.requestsPerSecondPerOrg;
  return { key: id, organization: organization.id, keyLimit, organizationLimit };
}

import { Caller, Plan, Role } from '@app/contracts';

/** Limits that the operator set for an organization; null means the configured default. */
export interface OrganizationLimits {
  requestsPerSecondPerKey: number | null;
  requestsPerSecondPerOrg: number | null;
  concurrentReads: number | null;
}

/** What admission needs of a key's organization. */
export interface KeyOrganization extends OrganizationLimits {
  id: string;
  name: string;
  plan: Plan;
  /** Whether a language model may draft wordings; an owner or admin turns it on. */
  suggestions: boolean;
}

/** An API key with its organization, as stored. */
export interface ApiKey {
  id: string;
  publicId: string;
  organization: KeyOrganization;
  /** SHA-256 of the token. */
  hash: Buffer;
  role: Role;
  scope: string;
  /** The key's own limit; null means that of its organization. */
  requestsPerSecond: number | null;
  expiresAtMs: number | null;
  revoked: boolean;
}

/** Whether the key is neither revoked nor expired. */
export function isLive(key: ApiKey, nowMs: number): boolean {
  return !key.revoked && (key.expiresAtMs === null || key.expiresAtMs > nowMs);
}

/** The identity that requests with this key carry to other services. */
export function callerOf(key: ApiKey): Caller {
  return {
    organization: key.organization.id,
    role: key.role,
    scope: key.scope,
    plan: key.organization.plan,
    actor: `key:${key.id}`,
  };
}

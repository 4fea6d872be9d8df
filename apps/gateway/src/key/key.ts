import { Caller, Plan, Role } from '@app/contracts';

/** What the operator set; null leaves the configured default. */
export interface OrganizationLimits {
  requestsPerSecondPerKey: number | null;
  requestsPerSecondPerOrg: number | null;
  concurrentReads: number | null;
}

/** An organization as admission needs it. */
export interface KeyOrganization extends OrganizationLimits {
  id: string;
  name: string;
  plan: Plan;
}

/** A key as its row tells it. */
export interface ApiKey {
  id: string;
  publicId: string;
  organization: KeyOrganization;
  hash: Buffer;
  role: Role;
  scope: string;
  requestsPerSecond: number | null;
  expiresAtMs: number | null;
  revoked: boolean;
}

/** Whether the key opens anything at this moment. */
export function isLive(key: ApiKey, nowMs: number): boolean {
  return !key.revoked && (key.expiresAtMs === null || key.expiresAtMs > nowMs);
}

export function callerOf(key: ApiKey): Caller {
  return {
    organization: key.organization.id,
    role: key.role,
    scope: key.scope,
    plan: key.organization.plan,
    actor: `key:${key.id}`,
  };
}

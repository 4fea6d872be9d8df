import { Role } from '@app/contracts';
import { AdmittedOrganization, Principal } from '../principal/principal';

/** An API key with its organization, as stored. */
export interface ApiKey {
  id: string;
  publicId: string;
  organization: AdmittedOrganization;
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

/** Who makes the requests with this key. */
export function principalOf({ id, organization, role, scope, requestsPerSecond }: ApiKey): Principal {
  const caller = { organization: organization.id, role, scope, plan: organization.plan, actor: `key:${id}` };
  return { id, role, scope, organization, caller, requestsPerSecond, session: null };
}

import { Problem } from '@app/problem';
import { Principal } from './principal';
import { Demand, Grant } from '../../admission/limit/rate-limiter';

/** Changes of keys and sessions a second: each makes every gateway read what changed. */
const perPerson = 5;
const perOrganization = 20;

/** What a change of a key or a session counts toward, beside the limits of every request. */
export function demandOfChange({ id, organization, session }: Principal): Demand {
  return {
    key: `access:${id}`,
    organization: `access:${organization.id}`,
    keyLimit: session ? perPerson : perOrganization,
    organizationLimit: perOrganization,
  };
}

/** @throws Problem `rate_limited` when it granted nothing */
export function assertGranted({ granted, keyRemaining, organizationRemaining }: Grant, { keyLimit }: Demand): void {
  if (granted > 0) return;
  const byKey = keyRemaining <= organizationRemaining;
  const [limit, whose] = byKey ? [keyLimit, 'you'] : [perOrganization, 'the organization'];
  throw new Problem(
    'rate_limited',
    `At most ${limit} changes of keys and sessions a second by ${whose}; try again in a second.`,
    { rate_limit: byKey ? 'per_key' : 'per_org', limit: 'access_changes_per_second' },
    { retryAfterS: 1 },
  );
}

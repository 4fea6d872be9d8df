import { Problem } from '@app/problem';
import { Demand, Grant } from '../admission/limit/rate-limiter';
import { Reply } from './request-context';

/**
 * Sets the rate headers: those of the limit with fewer requests left.
 * @throws Problem `rate_limited` that names the limit, when it granted nothing
 */
export function setRateHeaders(reply: Reply, grant: Grant, { keyLimit, organizationLimit }: Demand): void {
  const byKey = grant.keyRemaining <= grant.organizationRemaining;
  const limit = byKey ? keyLimit : organizationLimit;
  const remaining = grant.granted > 0 ? Math.min(grant.keyRemaining, grant.organizationRemaining) : 0;
  reply.header('x-ratelimit-limit', String(limit)).header('x-ratelimit-remaining', String(remaining));
  if (grant.granted > 0) return;
  throw new Problem(
    'rate_limited',
    `At most ${limit} requests a second ${byKey ? 'with this key' : 'by this organization'}; slow down and try again.`,
    {
      rate_limit: byKey ? 'per_key' : 'per_org',
      limit: byKey ? 'requests_per_second_per_key' : 'requests_per_second_per_org',
    },
    { retryAfterS: 1 },
  );
}

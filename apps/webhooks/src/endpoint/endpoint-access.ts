import { Caller, scopeWithin } from '@app/contracts';
import { Problem } from '@app/problem';
import { Endpoint } from './endpoint';

/** @throws Problem `not_found`, also for an endpoint outside the key's scope: it is not seen */
export function assertVisible({ scope }: Caller, id: string, endpoint: Endpoint | null): Endpoint {
  if (endpoint && scopeWithin(endpoint.namespacePrefix, scope)) return endpoint;
  throw new Problem('not_found', `There is no webhook endpoint \`${id}\` that this key can see.`);
}

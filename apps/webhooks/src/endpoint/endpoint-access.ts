import { Caller, scopeWithin } from '@app/contracts';
import { Problem } from '@app/problem';
import { Endpoint } from './endpoint';

/** @throws Problem `not_found` for no endpoint, and for one whose prefix is not within the caller's scope */
export function assertVisible({ scope }: Caller, id: string, endpoint: Endpoint | null): Endpoint {
  if (endpoint && scopeWithin(endpoint.namespacePrefix, scope)) return endpoint;
  throw new Problem('not_found', `There is no webhook endpoint \`${id}\` that this key can see.`);
}

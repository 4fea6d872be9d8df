import { scopeCovers } from '@app/contracts';
import { Problem } from '@app/problem';
import { RequestContext } from './request-context';

/**
 * Checks that the key's role and scope allow the route [AUTH-02] [AUTH-04] [AUTH-05].
 * @throws Problem `forbidden`
 */
export function assertPermitted({ spec, key, namespace }: RequestContext): void {
  if (spec.access === 'session')
    throw new Problem(
      'forbidden',
      'No API key may do this; an owner or admin of the organization must sign in to do it.',
    );
  if (spec.access !== 'read' && key.role !== 'read_write')
    throw new Problem('forbidden', 'This key may only read; use a key with the role read_write.');
  if (spec.access === 'keys' && key.scope !== '*')
    throw new Problem('forbidden', 'This key is restricted to some namespaces; use a key with the scope `*`.');
  if (spec.namespace) assertCovers(key.scope, namespace);
}

/** Checks that a scope covers a namespace, or a template. @throws Problem `forbidden` */
export function assertCovers(scope: string, namespace: string): void {
  if (scope !== '*' && !scopeCovers(scope, namespace))
    throw new Problem('forbidden', "The namespace lies outside this key's scope; use a key that covers it.");
}

import { scopeCovers } from '@app/contracts';
import { Problem } from '@app/problem';
import { assertFresh } from '../identity/session/session';
import { RequestContext } from './request-context';

/**
 * Checks that the role and scope of a key, or the role of a person, allow the route [AUTH-02] [AUTH-04] [AUTH-05] [AUTH-08].
 * @throws Problem `forbidden`
 */
export function assertPermitted({ spec, principal, namespace }: RequestContext, nowMs: number): void {
  if (principal.session) assertPersonPermitted({ spec, principal });
  else assertKeyPermitted({ spec, principal });
  if (spec.fresh) assertFresh(principal, nowMs);
  if (spec.namespace) assertCovers(principal.scope, namespace);
}

function assertKeyPermitted({ spec, principal }: Pick<RequestContext, 'spec' | 'principal'>): void {
  if (spec.access === 'person')
    throw new Problem('forbidden', 'No API key may do this; it is about the person who signed in.');
  if (spec.access === 'session')
    throw new Problem(
      'forbidden',
      'No API key may do this; an owner or admin of the organization must sign in to do it.',
    );
  if (spec.access !== 'read' && principal.role !== 'read_write')
    throw new Problem('forbidden', 'This key may only read; use a key with the role read_write.');
  if ((spec.access === 'keys' || spec.unscoped) && principal.scope !== '*')
    throw new Problem('forbidden', 'This key is restricted to some namespaces; use a key with the scope `*`.');
}

function assertPersonPermitted({ spec, principal }: Pick<RequestContext, 'spec' | 'principal'>): void {
  if (spec.access === 'read' || spec.access === 'person' || principal.role === 'read_write') return;
  if (spec.access === 'label' && principal.organization.membersMayLabel) return;
  throw new Problem('forbidden', 'A member may look; an owner or admin of the organization changes this.');
}

/** Checks that a scope covers a namespace, or a template. @throws Problem `forbidden` */
export function assertCovers(scope: string, namespace: string): void {
  if (scope !== '*' && !scopeCovers(scope, namespace))
    throw new Problem('forbidden', "The namespace lies outside this key's scope; use a key that covers it.");
}

import { scopePattern, scopeWithin } from '@app/contracts';
import { Problem, invalid } from '@app/problem';

/**
 * Checks the `namespace_prefix` of a request: it has the form of a scope and lies inside the key's scope.
 * @param prefix as the client sent it; undefined or null when it left the member out or removes it
 * @throws Problem `invalid_request`, reason bad_namespace, or `forbidden`
 */
export function assertPrefixWithin(scope: string, prefix: string | null | undefined): void {
  if (typeof prefix !== 'string') return;
  if (!scopePattern.test(prefix))
    throw invalid(
      'bad_namespace',
      '/namespace_prefix',
      '`namespace_prefix` must be `*`, a namespace, or a prefix such as `acme/prod/*`.',
    );
  if (!scopeWithin(prefix, scope))
    throw new Problem('forbidden', "The prefix reaches outside this key's scope; send one that the key covers.");
}

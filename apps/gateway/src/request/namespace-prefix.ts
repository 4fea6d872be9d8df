import { scopePattern, scopeWithin } from '@app/contracts';
import { Problem, invalid } from '@app/problem';

/**
 * A prefix that a request names must be a scope's form and lie inside the key's scope.
 * @throws Problem `invalid_request`, reason bad_namespace, or `forbidden`
 */
export function assertCovered(scope: string, prefix: unknown): void {
  if (typeof prefix !== 'string') return;
  if (!scopePattern.test(prefix))
    throw invalid(
      'bad_namespace',
      '/namespace_prefix',
      '`namespace_prefix` must be `*`, a namespace, or a prefix such as `acme/prod/*`.',
    );
  if (!scopeWithin(prefix, scope)) throw new Problem('forbidden', "The prefix reaches outside this key's scope.");
}

import { namePattern, namespaceOrTemplatePattern, namespacePattern } from '@app/contracts';
import { isDocumentId } from '@app/document-write';
import { Problem, invalid } from '@app/problem';
import { NamespaceForm } from './route-spec';

const patterns: Record<NamespaceForm, (name: string) => boolean> = {
  namespace: (name) => namespacePattern.test(name),
  either: (name) => namespaceOrTemplatePattern.test(name),
  template: (name) => name.endsWith('/*') && namespaceOrTemplatePattern.test(name),
};

/**
 * Checks the namespace of the path, before the key is checked [NS-04].
 * @throws Problem `invalid_request`, reason bad_namespace
 */
export function assertNamespace(name: string, form: NamespaceForm): void {
  if (patterns[form](name)) return;
  const must = {
    namespace: 'must be a namespace: 1 to 256 bytes of A-Za-z0-9._:/-, with slashes sent as %2F',
    either: 'must be a namespace, or a template prefix ending in `/*`, with slashes sent as %2F',
    template: 'must be a template prefix ending in `/*`, with slashes sent as %2F',
  };
  throw invalid('bad_namespace', '/ns', `The namespace in the path ${must[form]}.`);
}

/**
 * Checks every path parameter but the namespace: a name, or an id.
 * @throws Problem `invalid_request`, reason bad_name
 */
export function assertParams(params: Record<string, string>): void {
  for (const name in params) {
    if (name === 'ns') continue;
    if (name === 'name' || name === 'judgment') {
      if (!namePattern.test(params[name])) throw badName(name);
    } else if (!isDocumentId(params[name])) throw badId(name);
  }
}

function badName(param: string): Problem {
  return invalid('bad_name', `/${param}`, 'A name in the path is 1 to 128 characters of A-Za-z0-9_-.');
}

function badId(param: string): Problem {
  return invalid('bad_name', `/${param}`, 'An id in the path is 1 to 256 bytes without control characters.');
}

const templateEnd = '/*';

/** Whether a scope is a template prefix and not a namespace. */
export function isTemplate(scope: string): boolean {
  return scope.endsWith(templateEnd);
}

/**
 * The scopes whose judgments a namespace has, the most specific first: itself, then the template prefixes above it.
 * `org/prod/x` gives `org/prod/x`, `org/prod/*`, `org/*`. A template prefix is given the chain it inherits from.
 */
export function scopeChain(namespace: string): string[] {
  const prefixes: string[] = [];
  for (let at = namespace.lastIndexOf('/'); at > 0; at = namespace.lastIndexOf('/', at - 1)) {
    prefixes.push(namespace.slice(0, at) + templateEnd);
  }
  return prefixes[0] === namespace ? prefixes : [namespace, ...prefixes];
}

/** Whether a judgment made on `scope` is (or would be) in force in `namespace`; levels match whole. */
export function covers(scope: string, namespace: string): boolean {
  if (!isTemplate(scope)) return scope === namespace;
  return scope === namespace || namespace.startsWith(scope.slice(0, -1));
}

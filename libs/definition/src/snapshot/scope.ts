const templateEnd = '/*';

/** Whether a scope is a template prefix, not a namespace. */
export function isTemplate(scope: string): boolean {
  return scope.endsWith(templateEnd);
}

/**
 * The scopes whose judgments are in force in a namespace, the most specific first: itself, then the template prefixes
 * above it. `org/prod/x` gives `org/prod/x`, `org/prod/*`, `org/*`. A template prefix gives the prefixes above it, too.
 */
export function scopeChain(namespace: string): string[] {
  const prefixes: string[] = [];
  for (let at = namespace.lastIndexOf('/'); at > 0; at = namespace.lastIndexOf('/', at - 1)) {
    prefixes.push(namespace.slice(0, at) + templateEnd);
  }
  return prefixes[0] === namespace ? prefixes : [namespace, ...prefixes];
}

/** Whether `namespace` lies in `scope`, so that the scope's judgments can be in force there. Whole levels match. */
export function covers(scope: string, namespace: string): boolean {
  if (!isTemplate(scope)) return scope === namespace;
  return scope === namespace || namespace.startsWith(scope.slice(0, -1));
}

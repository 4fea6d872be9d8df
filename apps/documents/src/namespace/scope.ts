/** The namespaces that a key's scope covers, as conditions on a name. */
export interface ScopeCover {
  /** Everything. */
  all: boolean;
  /** This very name, or null. */
  exact: string | null;
  /** Every name that begins with this, or null. */
  under: string | null;
}

/** `*` all; `p` that namespace; `p*` p and all under it; `p/` and `p/*` all under p and not p. */
export function coverOf(scope: string): ScopeCover {
  if (scope === '*') return { all: true, exact: null, under: null };
  if (scope.endsWith('/*')) return { all: false, exact: null, under: scope.slice(0, -1) };
  if (scope.endsWith('/')) return { all: false, exact: null, under: scope };
  if (!scope.endsWith('*')) return { all: false, exact: scope, under: null };
  const name = scope.slice(0, -1);
  return { all: false, exact: name, under: `${name}/` };
}

export function isCovered(scope: string, namespace: string): boolean {
  const { all, exact, under } = coverOf(scope);
  return all || namespace === exact || (under !== null && namespace.startsWith(under));
}

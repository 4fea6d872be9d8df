/** The namespaces that a key's scope covers, as conditions on a name. */
export interface ScopeCover {
  /** Every name. */
  all: boolean;
  /** This name, or null. */
  exact: string | null;
  /** Every name that begins with this, or null. */
  under: string | null;
}

/** `*` covers all, `p` that namespace, `p*` p and everything under it, `p/` and `p/*` everything under p without p. */
export function coverOf(scope: string): ScopeCover {
  if (scope === '*') return { all: true, exact: null, under: null };
  if (scope.endsWith('/*')) return { all: false, exact: null, under: scope.slice(0, -1) };
  if (scope.endsWith('/')) return { all: false, exact: null, under: scope };
  if (!scope.endsWith('*')) return { all: false, exact: scope, under: null };
  const name = scope.slice(0, -1);
  return { all: false, exact: name, under: `${name}/` };
}

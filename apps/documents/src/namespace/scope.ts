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

/** Names from one on and before another, in the order of their characters. */
export interface NameRange {
  from: string;
  before: string;
}

/**
 * The least range of names that holds those of a scope that begin with a prefix. No name has a character from `~` on, so a
 * range holds nothing but names that begin with its `from` where the scope is not `p` or `p*`.
 */
export function rangeOf({ exact, under }: ScopeCover, prefix: string): NameRange {
  const from = exact ?? under ?? '';
  const before = `${under ?? exact ?? ''}~`;
  return { from: from > prefix ? from : prefix, before: before < `${prefix}~` ? before : `${prefix}~` };
}

/*
 * The forms of a key's scope. An endpoint's prefix and the feed's filter have the same forms. `*` covers all namespaces,
 * `p` only p, `p*` p and all below it, `p/` and `p/*` all below p. Only whole levels match: `a/t1*` does not cover `a/t12`.
 */

/** Names that begin with `under` (null means every name, '' never occurs), and the name `self` unless it is null. */
interface Reach {
  under: string | null | undefined;
  self?: string;
}

function reachOf(scope: string): Reach {
  if (scope === '*') return { under: null };
  const stem = scope.endsWith('*') ? scope.slice(0, -1) : scope;
  if (stem.endsWith('/')) return { under: stem };
  return stem === scope ? { under: undefined, self: stem } : { under: `${stem}/`, self: stem };
}

/** Whether a namespace lies in a scope. */
export function scopeCovers(scope: string, namespace: string): boolean {
  const { under, self } = reachOf(scope);
  return under === null || namespace === self || (under !== undefined && namespace.startsWith(under));
}

/** A scope as SQL conditions on a namespace's name: all names, one exact name, or names that begin with `under`. */
export function scopeConditions(scope: string): { all: boolean; exact: string | null; under: string | null } {
  const { under, self } = reachOf(scope);
  return { all: under === null, exact: self ?? null, under: under ?? null };
}

/** Whether `outer` covers every namespace that `inner` covers. A key may manage only what is within its scope. */
export function scopeWithin(inner: string, outer: string): boolean {
  const { under, self } = reachOf(inner);
  const outerUnder = reachOf(outer).under;
  if (outerUnder === null) return true;
  if (under === null) return false;
  const selfWithin = self === undefined || scopeCovers(outer, self);
  const underWithin = under === undefined || (outerUnder !== undefined && under.startsWith(outerUnder));
  return selfWithin && underWithin;
}

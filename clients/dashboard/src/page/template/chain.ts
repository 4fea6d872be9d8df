/** One place on the way from the broadest template to a namespace. */
export interface Link {
  /** A template prefix such as `org/*`, or the namespace itself. */
  scope: string;
  /** Whether the judgment that holds in the namespace is this one. */
  isInForce: boolean;
}

/** What a chain needs of a judgment as its namespace sees it. */
export interface Placed {
  name: string;
  /** The prefix that it is inherited from. */
  template?: string;
}

/** The template prefixes above a namespace or prefix, the broadest first: `org/*`, `org/prod/*`. */
export function prefixesOf(ns: string): string[] {
  const levels = ns.replace(/\/\*$/, '').split('/').slice(0, -1);
  return levels.map((_, at) => `${levels.slice(0, at + 1).join('/')}/*`);
}

/**
 * The scopes that have a judgment of this name, from the broadest to the namespace; the narrowest one is in force.
 * @param names of the judgments that each prefix has itself
 */
export function chainOf(ns: string, { name, template }: Placed, names: ReadonlyMap<string, readonly string[]>): Link[] {
  const above = prefixesOf(ns).filter((prefix) => prefix === template || names.get(prefix)?.includes(name));
  return [...above, ns].map((scope) => ({ scope, isInForce: scope === (template ?? ns) }));
}

/** A chain in words, such as `org/* → org/prod/* → here`. */
export function chainText(chain: readonly Link[]): string {
  return chain.map(({ scope }, at) => (at === chain.length - 1 ? 'here' : scope)).join(' → ');
}

/** How a namespace has its judgment: made here, inherited, with members of its own, or as a copy of its own. */
export function standingText(chain: readonly Link[], overrides: readonly string[] = []): string {
  const isHere = chain.at(-1)?.isInForce === true;
  if (isHere) return chain.length === 1 ? 'defined here' : 'detached: its own copy';
  return overrides.length === 0 ? 'inherited' : `inherited, with its own ${overrides.join(' and ')}`;
}

/** A summary among those that are written into one namespace. */
export interface Placed {
  id: string;
  /** The template prefix. */
  scope: string;
}

/** Whether a namespace can lie under both prefixes. */
export function overlap(one: string, other: string): boolean {
  return one.startsWith(other.slice(0, -1)) || other.startsWith(one.slice(0, -1));
}

/**
 * The summaries of one place that may write there: of two that overlap the older.
 * @param placed oldest first
 * @returns their ids
 */
export function standing(placed: readonly Placed[]): Set<string> {
  const kept: Placed[] = [];
  for (const one of placed) if (!kept.some(({ scope }) => overlap(scope, one.scope))) kept.push(one);
  return new Set(kept.map(({ id }) => id));
}

/** A subscription, as far as a threshold concerns it. */
export interface Subscribed {
  name: string;
  filter: unknown;
}

/** Whether a filter names a threshold at any depth. */
export function namesThreshold(filter: unknown, judgment: string, threshold: string): boolean {
  if (typeof filter !== 'object' || filter === null) return false;
  if (Array.isArray(filter)) return filter.some((part) => namesThreshold(part, judgment, threshold));
  const path = `answers.${judgment}.thresholds.${threshold}`;
  return Object.entries(filter).some(([key, part]) => key === path || namesThreshold(part, judgment, threshold));
}

/**
 * How many events at most a subscription raises when a threshold moves: each document that turns moves in or out of it
 * once, whatever else its filter asks for.
 * @param on which moves raise events
 * @param turned documents that turn, as counted before the change
 */
export function mostEvents(on: readonly string[], turned: number): number {
  return on.length === 0 ? 0 : turned;
}

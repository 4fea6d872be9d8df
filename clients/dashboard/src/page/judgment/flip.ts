import type { Filter } from '../../filter/filter';

/** Filters of the documents whose threshold turns when its value moves. */
export interface Flip {
  flagged: Filter;
  enter: Filter | null;
  leave: Filter | null;
}

/** What moving a threshold on `p` from one value to another does. @param from null for a new threshold */
export function flipOf(judgment: string, from: number | null, to: number): Flip {
  const path = `answers.${judgment}.p`;
  const between = (low: number, high: number): Filter => ({ [path]: { gte: low, lt: high } }) as Filter;
  const flagged = { [path]: { gte: to } } as Filter;
  if (from === null) return { flagged, enter: flagged, leave: null };
  return { flagged, enter: to < from ? between(to, from) : null, leave: to > from ? between(from, to) : null };
}

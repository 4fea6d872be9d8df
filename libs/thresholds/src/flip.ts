import type { Cut } from './cut';

/** A filter of the API. */
export type Filter = Readonly<Record<string, unknown>>;

/** Filters of the documents whose threshold turns when its value moves; null where nothing can turn. */
export interface Flip {
  flagged: Filter;
  enter: Filter | null;
  leave: Filter | null;
}

/** The double between a value and the one that lies a billionth below it: thresholds round to billionths before they compare. */
function below(at: number): number {
  return (Math.floor(at * 1e9 + 0.5) - 0.5) / 1e9;
}

function above(at: number): number {
  return (Math.floor(at * 1e9 + 0.5) + 0.5) / 1e9;
}

const edge = ({ side, at }: Cut): number => (side === 'gte' ? below(at) : above(at));

/** The documents that a cut flags. */
export function flaggedBy(judgment: string, cut: Cut): Filter {
  return { [`answers.${judgment}.${cut.on}`]: cut.side === 'gte' ? { gte: edge(cut) } : { lt: edge(cut) } };
}

/** What moving a threshold to another value does. @param from null for a new threshold */
export function flipOf(judgment: string, from: Cut | null, to: Cut): Flip {
  const flagged = flaggedBy(judgment, to);
  if (from === null) return { flagged, enter: flagged, leave: null };
  if (from.on !== to.on || from.side !== to.side) {
    const before = flaggedBy(judgment, from);
    return { flagged, enter: { all: [flagged, { not: before }] }, leave: { all: [before, { not: flagged }] } };
  }
  const [low, high] = [edge(from), edge(to)].sort((a, b) => a - b);
  if (low === high) return { flagged, enter: null, leave: null };
  const between = { [`answers.${judgment}.${to.on}`]: { gte: low, lt: high } };
  const isMore = edge(to) < edge(from) === (to.side === 'gte');
  return { flagged, enter: isMore ? between : null, leave: isMore ? null : between };
}

import { StoredFit, directionOf, isFlat } from '@app/statistics';

/** How a fit orders answers: as the engine does, the other way round, not at all, or in an order of its own. */
export type Ranking = 'rising' | 'falling' | 'flat' | 'own';

export function rankingOf(stored: StoredFit): Ranking {
  if (stored.type !== 'bool') return 'rising';
  const { map, weights } = stored;
  if (weights) {
    const slopes = [weights.slope ?? 0, ...weights.parts.map(({ slope }) => slope)];
    const saysSomething = [...slopes, ...weights.features.map(({ coef }) => coef)].some((weight) => weight !== 0);
    return saysSomething ? 'own' : 'flat';
  }
  if (isFlat(map)) return 'flat';
  // Before maps had to be monotone some turned; these stay in force until the judgment's next fit.
  return ({ '1': 'rising', '-1': 'falling', '0': 'own' } as const)[directionOf(map)];
}

/**
 * The numbers that the ranking figures of a fit's reads compare. Held-out reads come from several maps, and pooled they
 * rank worse than each of them does; so those of one map are ranked by p, and by -p when the map falls.
 * @param raw the engine's p @param reads held-out reads of the same answers
 */
export function rankedBy(ranking: Ranking, raw: Float64Array, reads: Float64Array): Float64Array {
  switch (ranking) {
    case 'rising':
      return raw;
    case 'falling':
      return raw.map((p) => -p);
    case 'flat':
      return new Float64Array(raw.length);
    case 'own':
      return reads;
  }
}

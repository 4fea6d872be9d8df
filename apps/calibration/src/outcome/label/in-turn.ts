import type { EpochsInTurn } from './label-counts';
import type { LabelTally } from './tally.store';

type Told = Pick<LabelTally, 'engine_version' | 'is_excluded' | 'n' | 'first_judged_at' | 'last_judged_at'>;

/**
 * The epochs that answered in turn with one: each gave a labelled answer before the last and after the first of that one. After a
 * change that is over none did.
 * @returns null where no epoch did
 */
export function inTurnWith(tallies: readonly Told[], epoch: string | null): EpochsInTurn | null {
  const included = tallies.filter((row) => !row.is_excluded && row.engine_version !== null);
  const spanIn = (wanted: string | null) => spanOf(included.filter((row) => row.engine_version === wanted));
  const own = spanIn(epoch);
  const others = new Set(included.map((row) => row.engine_version).filter((other) => other !== epoch));
  const beside = [...others].map(spanIn).filter(({ first, last }) => last > own.first && first < own.last);
  if (beside.length === 0) return null;
  return { epochs: beside.length, labels: beside.reduce((sum, { labels }) => sum + labels, 0) };
}

function spanOf(rows: readonly Told[]): { first: number; last: number; labels: number } {
  return {
    first: Math.min(...rows.map(({ first_judged_at: at }) => at.getTime())),
    last: Math.max(...rows.map(({ last_judged_at: at }) => at.getTime())),
    labels: rows.reduce((sum, { n }) => sum + n, 0),
  };
}

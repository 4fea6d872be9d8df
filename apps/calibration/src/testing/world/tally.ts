import { betaCdf } from '@app/statistics';
import { type Observation, wanted } from './observation';

/** How often a figure did in the worlds of a kind what it must. */
export interface Count extends Omit<Observation, 'did'> {
  did: number;
  all: number;
}

export function countAll(observations: readonly Observation[]): Count[] {
  const counts = new Map<string, Count>();
  for (const { cell, figure, must, did } of observations) {
    const key = `${cell}: ${figure} ${must}`;
    const count = counts.get(key) ?? { cell, figure, must, did: 0, all: 0 };
    counts.set(key, { ...count, did: count.did + (did ? 1 : 0), all: count.all + 1 });
  }
  return [...counts.values()];
}

/** From so many looks on, a figure is judged as it stands. */
const many = 2_000;

/** Whether it does so more seldom than it must: beyond 99.9 % of the noise of the looks, or at all when they are many. */
export function isShort({ must, did, all }: Count): boolean {
  const least = wanted[must];
  if (did / all >= least) return false;
  return all >= many || chanceOfAtMost(did, all, least) < 0.001;
}

/** The chance that of `all` looks at most `did` succeed when each does with `share`. */
function chanceOfAtMost(did: number, all: number, share: number): number {
  return did >= all ? 1 : 1 - betaCdf(share, did + 1, all - did);
}

export function lineOf({ cell, figure, must, did, all }: Count): string {
  return `${cell}: ${figure} ${must} in ${((100 * did) / all).toFixed(1)} % of ${all}, must ${100 * wanted[must]} %`;
}

import { LoadResult } from '../load/load';
import { Case, Round, Site } from './case';
import { Measure, milliseconds, perSecond } from './figures';

/** What the service did, with what else its line shows. */
export interface OwnResult extends LoadResult {
  more?: Record<string, Measure>;
}

/** The same work against the raw limit and against the service, in turns. */
export interface Comparison<S extends Site> extends Omit<Case<S>, 'round'> {
  raw(round: Round<S>): Promise<LoadResult>;
  own(round: Round<S>): Promise<OwnResult>;
}

/** A case whose ratio is the service's rate by the raw limit's. The order of the two changes with each round. */
export function comparison<S extends Site>({ raw, own, ...rest }: Comparison<S>): Case<S> {
  return {
    ...rest,
    round: async (round) => {
      const ownFirst = round.number % 2 === 1;
      const before = ownFirst ? null : await raw(round);
      const mine = await own(round);
      const limit = before ?? (await raw(round));
      return {
        ratio: mine.perSecond / limit.perSecond,
        measures: {
          raw: perSecond(limit.perSecond),
          own: perSecond(mine.perSecond),
          p50: milliseconds(mine.p50Ms),
          p99: milliseconds(mine.p99Ms),
          ...mine.more,
        },
      };
    },
  };
}

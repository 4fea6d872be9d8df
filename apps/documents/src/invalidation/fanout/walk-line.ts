import { type Logger, logWork, msSince } from '@app/observability';
import type { FanoutRow } from './fanout.store';
import type { DependentWalk } from './dependent-walk.store';

/** Fan-outs of one namespace that ended in one transaction. */
export interface EndedFanouts {
  walks: readonly FanoutRow[];
  /** `gone`: the judgment is in force no longer. */
  outcome: 'ended' | 'gone';
  /** How many documents the transaction touched, by judgment. */
  touched: ReadonlyMap<string, number>;
}

/** The log's lines of fan-outs that ended: one for each judgment, since a transaction may end hundreds of small ones. */
export function logFanouts(logger: Logger, { walks, outcome, touched }: EndedFanouts): void {
  for (const judgment of new Set(walks.map(({ judgment_id: id }) => id))) {
    const ended = walks.filter(({ judgment_id: id }) => id === judgment);
    const [{ organization, namespace }] = ended;
    logWork(logger, 'walk.ended', () => ({
      walk: 'fanout',
      outcome,
      organization,
      namespace,
      judgment_id: judgment,
      walks: ended.length,
      claims: Math.max(...ended.map(({ attempts }) => attempts)),
      documents: touched.get(judgment) ?? 0,
      ms: Math.max(...ended.map(({ first_change_at: changedAt }) => msSince(changedAt))),
    }));
  }
}

/** The log's line of a walk over the answers that read a name. */
export function logReaderWalk(logger: Logger, walk: DependentWalk): void {
  const { organization, scope, judgment_id, attempts, since } = walk;
  const about = { organization, scope, judgment_id };
  logWork(logger, 'walk.ended', () => ({
    walk: 'readers',
    outcome: 'ended',
    ...about,
    claims: attempts,
    ms: msSince(since),
  }));
}

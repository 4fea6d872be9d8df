import { JudgmentSnapshot as ColumnFact } from '@app/contracts';
import type {
  JudgmentSnapshot,
  SnapshotOverride,
  EffectiveSnapshot,
  EngineRef,
  Freshness,
  OutcomeRule,
  Thresholds,
} from '@app/definition';
import type { Filter } from '@app/filter';

/** A judgment as documents knows it, with the engine that its answers show and the rules that writes are held against. */
export type KnownColumn = JudgmentSnapshot & {
  engine: EngineRef;
  outcomeRules: readonly OutcomeRule[];
  /** What versions read that were active before and the active one does not. */
  earlierPaths: readonly string[];
};

/** A judgment in force in a namespace, ready to judge which documents it applies to. */
export interface JudgmentInForce extends EffectiveSnapshot<KnownColumn> {
  appliesToFilter: Filter | null;
}

/** The column of a fact; fits come from copies of their own. */
export function columnOf(fact: ColumnFact): KnownColumn {
  return {
    judgmentId: fact.judgment_id,
    organization: fact.organization,
    scope: fact.scope,
    name: fact.name,
    revision: fact.revision,
    activeVersion: fact.active_version,
    copied: fact.copied ?? null,
    type: fact.type,
    policy: fact.policy,
    debounceMs: fact.debounce_ms,
    maxWaitMs: fact.max_wait_ms,
    intervalMs: fact.interval_ms,
    appliesTo: fact.applies_to as JudgmentSnapshot['appliesTo'],
    readPaths: fact.read_paths,
    earlierPaths: fact.earlier_paths ?? [],
    thresholds: (fact.thresholds ?? {}) as Thresholds,
    levels: fact.levels ?? [],
    options: fact.options ?? [],
    renderFormat: 1,
    archived: fact.archived,
    engine: fact.engine as unknown as EngineRef,
    outcomeRules: (fact.outcome_rules ?? []) as OutcomeRule[],
  };
}

/** What an override leaves follows its template, whatever that becomes. */
export function overrideOf(fact: ColumnFact): SnapshotOverride {
  return {
    judgmentId: fact.judgment_id,
    scope: fact.scope,
    revision: fact.revision,
    thresholds: fact.thresholds as Thresholds | null,
    freshness: fact.overrides?.includes('freshness') ? freshnessOf(fact) : null,
  };
}

function freshnessOf(fact: ColumnFact): Freshness {
  return {
    policy: fact.policy,
    debounce_ms: fact.debounce_ms,
    max_wait_ms: fact.max_wait_ms,
    interval: fact.interval_ms === null ? null : `${fact.interval_ms}ms`,
  };
}

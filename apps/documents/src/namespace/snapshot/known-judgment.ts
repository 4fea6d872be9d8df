import type { Recipe } from '@app/context';
import type { JudgmentSnapshot as PublishedSnapshot } from '@app/contracts/documents';
import type {
  Edge,
  EngineRef,
  Freshness,
  JudgmentSnapshot,
  OutcomeRule,
  OwnFanout,
  SnapshotOverride,
  Thresholds,
} from '@app/definition';
import { EarlierScopes, earlierScopesOf } from './earlier-scopes';

/** A judgment as documents keeps it: its snapshot, the engine that its answers show, and what writes are checked against. */
export type KnownJudgment = JudgmentSnapshot & {
  engine: EngineRef;
  outcomeRules: readonly OutcomeRule[];
  /** Paths that a formerly active version reads and the active version does not. */
  earlierPaths: readonly string[];
  /** Null when its answers depend on more than this, or when the snapshot comes from a build that did not say. */
  context: KnownContext | null;
  /** Relations of the active version to other documents. */
  edges: readonly Edge[];
  /** The fan-out settings that the judgment sets itself. */
  fanout: OwnFanout;
  /**
   * When the active version became active again, RFC 3339: nobody followed changes for it before, so answers with an
   * earlier watermark may have missed some. Null for a version that has been active all the time.
   */
  freshFrom: string | null;
  /** What `appliesTo` was of versions that were active before, each once. */
  earlierAppliesTo: readonly JudgmentSnapshot['appliesTo'][];
};

/** A published snapshot as it is stored. `earlier_applies_to` is left out by builds that kept none: any document, then. */
export type StoredSnapshot = PublishedSnapshot & EarlierScopes & { fresh_from?: string };

/** Whether changes of related documents reach answers of a judgment by fan-outs. */
export function hasFanOuts({ edges }: Pick<KnownJudgment, 'edges'>): boolean {
  return edges.some(({ mine }) => mine !== 'id');
}

/** What compiles to the context of a judgment's answers. */
export interface KnownContext {
  recipe: Recipe;
  questionTokens: number;
  format: 1;
}

/** The judgment of a published snapshot. */
export function knownJudgment(published: StoredSnapshot): KnownJudgment {
  return {
    judgmentId: published.judgment_id,
    organization: published.organization,
    scope: published.scope,
    name: published.name,
    revision: published.revision,
    activeVersion: published.active_version,
    copied: published.copied ?? null,
    type: published.type,
    policy: published.policy,
    debounceMs: published.debounce_ms,
    maxWaitMs: published.max_wait_ms,
    intervalMs: published.interval_ms,
    appliesTo: published.applies_to as JudgmentSnapshot['appliesTo'],
    readPaths: published.read_paths,
    earlierPaths: published.earlier_paths ?? [],
    thresholds: (published.thresholds ?? {}) as Thresholds,
    levels: published.levels ?? [],
    options: published.options ?? [],
    anyOption: published.any_option ?? false,
    features: published.features ?? [],
    parts: published.parts ?? [],
    renderFormat: 1,
    archived: published.archived,
    engine: published.engine as unknown as EngineRef,
    outcomeRules: (published.outcome_rules ?? []) as OutcomeRule[],
    context: contextOf(published),
    edges: (published.edges ?? []) as Edge[],
    fanout: published.fanout ?? {},
    freshFrom: published.fresh_from ?? null,
    earlierAppliesTo: earlierScopesOf(published),
  };
}

function contextOf({ context }: PublishedSnapshot): KnownContext | null {
  // A later build may render in a format that this one does not know.
  if (!context || context.format !== 1) return null;
  return { recipe: context.recipe as Recipe, questionTokens: context.question_tokens, format: 1 };
}

/** The override of a published snapshot. A setting that it does not override is null and follows the template. */
export function overrideOf(published: PublishedSnapshot): SnapshotOverride {
  return {
    judgmentId: published.judgment_id,
    scope: published.scope,
    revision: published.revision,
    thresholds: published.thresholds as Thresholds | null,
    freshness: published.overrides?.includes('freshness') ? freshnessOf(published) : null,
  };
}

function freshnessOf(published: PublishedSnapshot): Freshness {
  return {
    policy: published.policy,
    debounce_ms: published.debounce_ms,
    max_wait_ms: published.max_wait_ms,
    interval: published.interval_ms === null ? null : `${published.interval_ms}ms`,
    fanout: published.fanout ?? {},
  };
}

import { policies } from '@app/definition';
import type { Policy } from '@app/definition';
import { engineSources } from '../engines/views';
import type { EngineSource } from '../engines/views';
import { Int, JsonObject, ListOf, Nested, Num, OneOf, Stamp, Text, Values } from '../field';
import { FanoutScopeBody } from './bodies';

/** How a judgment follows changes of related documents, with every setting in effect. */
export class FanoutSettingsView {
  @Nested(() => FanoutScopeBody, { optional: true }) scope?: FanoutScopeBody;
  @Int({ min: 0 }) debounce_ms: number;
  @Int({ min: 0 }) max_wait_ms: number;
  @Int({ min: 0 }) rolling_limit: number;
  @Int({ min: 2 }) block_cap: number;
}

export class FreshnessView {
  @OneOf(policies) policy: Policy;
  @Int({ min: 0 }) debounce_ms: number;
  @Int({ min: 0 }) max_wait_ms: number;
  @Text({ optional: true }) interval?: string;
  @Nested(() => FanoutSettingsView) fanout: FanoutSettingsView;
}

/** How much of its rolling limit a judgment's fan-out has used in a namespace. */
export class FanoutUse {
  @Int({ min: 0, meaning: 'Answers that fan-out has asked in the last 24 hours.' }) used_24h: number;
  @Int({ min: 0, meaning: 'Answers that it may ask in any 24 hours: `rolling_limit` in effect.' }) limit: number;
  @Int({ min: 0, meaning: 'Answers that wait for room, counted up to 10,000; 0 while none is deferred.' })
  deferred: number;
  @Stamp({
    nullable: true,
    meaning: 'When there is room again; null while nothing is deferred, or as it stands never.',
  })
  resumes_at: string | null;
}

export class JudgmentStats {
  @Text({ format: 'date' }) day: string;
  @Int() evaluations: number;
  @Num() spend_usd: number;
  @Num() tokens_per_document: number;
  @Num({ min: 0, max: 1 }) truncation_rate: number;
  @Num({ min: 0, max: 1 }) error_rate: number;
  @Num() freshness_lag_p90_ms: number;
  @Nested(() => FanoutUse, {
    optional: true,
    meaning:
      'Left out where the judgment has no relation that fans out, on a prefix, whose namespaces have a limit each, and in lists of several namespaces.',
  })
  fanout?: FanoutUse;
}

export class JudgmentView {
  @Text() name: string;
  @Int({ min: 1 }) active_version: number;
  @Nested(() => FreshnessView) freshness: FreshnessView;
  @JsonObject({ named: 'Thresholds', meaning: 'The thresholds in force, by name.' }) thresholds: object;
  @JsonObject({ optional: true, named: 'OutcomeSettings', meaning: 'Settings of outcomes, when the judgment has any.' })
  outcomes?: object;
  @JsonObject({
    optional: true,
    named: 'AlternativesSettings',
    meaning: 'Settings of alternatives, when the judgment has any.',
  })
  alternatives?: object;
  @JsonObject({
    optional: true,
    named: 'QueueSettings',
    meaning: 'Settings of the review queue, when they are not as by default.',
  })
  queue?: object;
  @JsonObject({ named: 'JudgmentDefinition', meaning: 'Definition of the active version.' }) definition: object;
  @Text({ optional: true, meaning: 'The template prefix, when the judgment is inherited.' }) template?: string;
  @Values({ type: 'string' }, { optional: true }) overrides?: string[];
  @OneOf(engineSources, {
    optional: true,
    nullable: true,
    meaning:
      'What stands behind the name of its engine now; answers tell what stood behind it when they were given. Null: the name is not active.',
  })
  engine_source?: EngineSource | null;
  @Nested(() => JudgmentStats) stats: JudgmentStats;
}

export class JudgmentList {
  @ListOf(() => JudgmentView, { max: 100 }) judgments: JudgmentView[];
}

export class VersionItem {
  @Int({ min: 1 }) version: number;
  @Stamp() created_at: string;
  @JsonObject({ named: 'JudgmentDefinition' }) definition: object;
}

export class VersionList {
  @ListOf(() => VersionItem) versions: VersionItem[];
  @Text({ nullable: true }) next_cursor: string | null;
}

/** The settings of a judgment in effect, every one of them: what nobody has set has its default. */
export class JudgmentSettings {
  @Nested(() => FreshnessView) freshness: FreshnessView;
  @JsonObject({ named: 'Thresholds' }) thresholds: object;
  @JsonObject({ named: 'OutcomeSettings', meaning: 'Empty: what is posted is the only outcome.' }) outcomes: object;
  @JsonObject({ named: 'AlternativesSettings' }) alternatives: object;
  @JsonObject({ optional: true, named: 'QueueSettings', meaning: 'Of the review queue.' }) queue?: object;
}

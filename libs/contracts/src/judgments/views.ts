import { policies } from '@app/definition';
import type { Policy } from '@app/definition';
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

export class JudgmentStats {
  @Text({ format: 'date' }) day: string;
  @Int() evaluations: number;
  @Num() spend_usd: number;
  @Num() tokens_per_document: number;
  @Num({ min: 0, max: 1 }) truncation_rate: number;
  @Num({ min: 0, max: 1 }) error_rate: number;
  @Num() freshness_lag_p90_ms: number;
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

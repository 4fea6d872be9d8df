import { judgmentTypes, policies, staleReasons, statuses, unavailableReasons } from '@app/definition';
import type { JudgmentType, Policy, StaleReason, Status, UnavailableReason } from '@app/definition';
import { Bool, Int, JsonObject, ListOf, MapOf, Nested, Num, OneOf, Shape, Stamp, Text, Values } from './field';
import { EngineRef } from './engine-ref';
import { FanoutScopeBody } from './judgments/bodies';

/*
 * What clients read. Replies on the bus have these shapes already, so that the gateway passes bytes through and OpenAPI
 * publishes the classes that the services use.
 */

const probability = { type: ['number', 'null'], minimum: 0, maximum: 1 };
const distribution = { type: ['object', 'null'], additionalProperties: { type: 'number' } };

/** Shape of one feature: null when the document had no such number. */
export const featureNumber = { type: ['number', 'null'] } as const;

const partNumbers = { type: 'object', properties: { p: { type: 'number' } }, required: ['p'] };

/** The answer of one part of a composite judgment. */
export class PartView {
  @Num({ min: 0, max: 1, meaning: 'Probability of yes.' }) p: number;
}

/** An answer as a read shows it: only the members of its type are present, and raw members are null before the first answer. */
export class AnswerView {
  @Text({ nullable: true, meaning: 'Id of the answer of record, `ans_..`.' }) id: string | null;
  @OneOf(judgmentTypes) type: JudgmentType;
  @OneOf(statuses) status: Status;
  @OneOf(staleReasons, { nullable: true }) stale_reason: StaleReason | null;
  @OneOf(unavailableReasons, { nullable: true }) unavailable_reason: UnavailableReason | null;
  @Shape(probability, { optional: true, meaning: 'Probability of yes (bool).' }) p?: number | null;
  @Shape({ type: ['string', 'number', 'null'] }, { optional: true, meaning: 'Most probable option or level.' }) value?:
    string | number | null;
  @Shape(distribution, { optional: true }) dist?: Record<string, number> | null;
  @Shape(probability, { optional: true, meaning: 'Probability that no option fits (choice).' }) escape_p?:
    number | null;
  @Shape({ type: ['number', 'null'] }, { optional: true, meaning: 'Mean of the levels, weighted by dist (score).' })
  score?: number | null;
  @Shape(probability, { optional: true }) normalized?: number | null;
  @Shape({ type: ['object', 'null'] }, { named: 'CalibratedAnswer', meaning: 'Null without a fit.' })
  calibrated: object | null;
  @MapOf({ type: 'boolean' }) thresholds: Record<string, boolean>;
  @Values({ type: 'string' }) thresholds_missing: string[];
  @Nested(() => EngineRef) engine: EngineRef;
  @Text({ nullable: true }) engine_version: string | null;
  @Int({ nullable: true, min: 1 }) version: number | null;
  @Int({ nullable: true }) document_version: number | null;
  @Stamp({ nullable: true }) judged_at: string | null;
  @Stamp({
    optional: true,
    nullable: true,
    meaning: 'Every change of a related document before this moment was read; only of judgments with relations.',
  })
  watermark?: string | null;
  @Stamp({ nullable: true, meaning: 'When a debounced answer will be judged.' }) due_at: string | null;
  @Bool({ nullable: true }) truncated: boolean | null;
  @Int({
    ...{ optional: true, nullable: true, min: 0 },
    meaning:
      'Rounds of questions that a choice among related documents took: above 1, `dist` has the candidates of the last one only; 0 when there was none to choose.',
  })
  rounds?: number | null;
  @Shape(
    { type: ['object', 'null'], additionalProperties: featureNumber },
    { optional: true, meaning: 'Raw numbers of the declared features, as of what was read; never recomputed.' },
  )
  features?: Record<string, number | null> | null;
  @Shape(
    { type: ['object', 'null'], additionalProperties: partNumbers },
    { optional: true, meaning: 'Answers of the parts of a composite judgment: `{<name>: {p}}`.' },
  )
  parts?: Record<string, PartView> | null;
  @Text({
    optional: true,
    nullable: true,
    meaning: 'The fit that combined the parts, `fit_..`; null before the first.',
  })
  combiner?: string | null;
}

export class UsageView {
  @Num({ min: 0 }) judgment_units: number;
  @Int({ min: 0 }) tokens: number;
  @Num({ min: 0 }) cost_usd: number;
  @MapOf({ type: 'number' }, { meaning: 'Judgment units by judgment.' }) by_judgment: Record<string, number>;
  @Int({ optional: true, min: 0, meaning: 'Requests to engines, where a run of alternatives says them.' })
  requests?: number;
}

/** A document with the members that `include` names. */
export class DocumentView {
  @Text() id: string;
  @JsonObject({ optional: true, named: 'Attributes' }) attributes?: object;
  @JsonObject({ optional: true, named: 'State' }) state?: object;
  @JsonObject({ optional: true, named: 'ImageRefs' }) images?: object;
  @Int() version: number;
  @Stamp() created_at: string;
  @Stamp() updated_at: string;
  @MapOf(() => AnswerView, { optional: true }) answers?: Record<string, AnswerView>;
  @Nested(() => UsageView, { optional: true, meaning: 'Present when this read judged answers that were billed.' })
  usage?: UsageView;
}

export class DocumentsView {
  @ListOf(() => DocumentView) documents: DocumentView[];
  @Values({ type: 'string' }, { meaning: 'Ids that were left out because the response would exceed 8 MiB.' })
  remaining: string[];
  @Values({ type: 'string' }, { meaning: 'Ids that do not exist.' }) missing: string[];
  @Nested(() => UsageView, { optional: true }) usage?: UsageView;
}

export class QueryView {
  @ListOf(() => DocumentView) documents: DocumentView[];
  @Text({ nullable: true }) next_cursor: string | null;
  @Int({
    min: 0,
    meaning:
      'Number of documents on this page with a stale answer, among the judgments that the query includes or filters on.',
  })
  stale_count: number;
  @Int({ min: 0, optional: true }) count?: number;
}

export class WrittenDocument {
  @Text() id: string;
  @Int() version: number;
}

export class DocumentWritten {
  @Int() upserted: number;
  @Int() patched: number;
  @Int() appended: number;
  @Int() deleted: number;
  @Int() unchanged: number;
  @Int() skipped: number;
  @Int() missing: number;
  @ListOf(() => WrittenDocument) documents: WrittenDocument[];
}

export class BudgetView {
  @Num({ min: 0 }) compute_usd_per_month: number;
  @OneOf(['pause']) on_exceeded: 'pause';
}

export class FanoutView {
  @Bool() enabled: boolean;
  @Num({ min: 0, max: 1 }) share: number;
  @Int({ min: 0 }) debounce_ms: number;
  @Int({ min: 0 }) max_wait_ms: number;
  @Int({ min: 0 }) rolling_limit: number;
  @Int({ min: 2 }) block_cap: number;
}

export class NamespaceStats {
  @Int() documents: number;
  @Int() bytes: number;
  @Num() spend_month_usd: number;
  @Num() periodic_cost_usd_per_month: number;
  @Num() freshness_lag_p90_ms: number;
}

export class NamespaceView {
  @Text() name: string;
  @Stamp() created_at: string;
  @Nested(() => BudgetView, { nullable: true }) budget: BudgetView | null;
  @Bool() budget_paused: boolean;
  @Bool() pinned: boolean;
  @Nested(() => EngineRef, { nullable: true }) default_engine: EngineRef | null;
  @Bool() deleting: boolean;
  @Nested(() => NamespaceStats) stats: NamespaceStats;
  @Nested(() => FanoutView) fanout: FanoutView;
}

export class NamespaceItem {
  @Text() name: string;
  @Stamp() created_at: string;
}

/** What some namespaces begin with. */
export class NamespacePrefixView {
  @Text({ meaning: 'Ends with a slash; send it as `prefix` to look below it.' }) prefix: string;
  @Int({ min: 1, max: 1000, meaning: 'Namespaces that begin so; 1,000 stands for 1,000 or more.' }) namespaces: number;
  @Text({ meaning: 'The template prefix whose judgments they inherit.' }) template: string;
}

export class NamespaceList {
  @ListOf(() => NamespaceItem) namespaces: NamespaceItem[];
  @ListOf(() => NamespacePrefixView, { optional: true, meaning: 'With `delimiter` alone; they share its pages.' })
  prefixes?: NamespacePrefixView[];
  @Text({ nullable: true }) next_cursor: string | null;
}

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

export class JobProgress {
  @Int() done: number;
  @Int() total: number;
}

export const jobStatuses = ['queued', 'running', 'done', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** A job without its result. */
export class JobSummary {
  @Text() id: string;
  @Text({ named: 'JobType' }) type: string;
  @OneOf(jobStatuses) status: JobStatus;
  @Text({ nullable: true }) namespace: string | null;
  @Nested(() => JobProgress) progress: JobProgress;
  @Stamp() created_at: string;
  @Stamp({ nullable: true }) started_at: string | null;
  @Stamp({ nullable: true }) finished_at: string | null;
  @Int({ nullable: true }) result_status: number | null;
}

export class JobView extends JobSummary {
  @Shape({ type: ['object', 'null'] }, { named: 'JobResult' }) result: object | null;
}

export class JobList {
  @ListOf(() => JobView) jobs: JobView[];
  @Text({ nullable: true }) next_cursor: string | null;
}

export class Warning {
  @Text() code: string;
  @Text() path: string;
  @Text() message: string;
}

export class ExistingEstimate {
  @Int() documents: number;
  @Num() judgment_units: number;
  @Num() cost_usd: number;
}

/** Changes of related documents, and the judgings that they cause. */
export class RelatedEstimate {
  @Num({ min: 0, meaning: 'Changes of related documents a day, over all relations.' }) changes_per_day: number;
  @Num({ min: 0, meaning: 'Mean number of judged documents that one such change concerns.' })
  documents_per_change: number;
  @Num({ min: 0, meaning: 'Judgings a day that they cause, within debounce and rolling limit.' })
  judgments_per_day: number;
}

export class EstimateView {
  @Num() replay_cost_usd_per_month: number;
  @Num() judgments_per_month: number;
  @Int() documents: number;
  @Num() changes_per_day: number;
  @Int({ nullable: true, meaning: 'The limit in effect; null when one change concerns one document at most.' })
  rolling_limit: number | null;
  @Nested(() => RelatedEstimate, { optional: true, meaning: 'Present when the recipe reads related documents.' })
  related?: RelatedEstimate;
  @Nested(() => ExistingEstimate) existing: ExistingEstimate;
}

export const judgmentOutcomes = [
  'created',
  'version_created',
  'unchanged',
  'activated',
  'dry_run',
  'confirmation_required',
  'updated',
] as const;
export type JudgmentOutcome = (typeof judgmentOutcomes)[number];

/** What was left out of a context to fit its size. */
export class CutView {
  @Text() path: string;
  @OneOf(['related_items', 'array_items', 'text_tail', 'fields', 'images']) kind:
    'related_items' | 'array_items' | 'text_tail' | 'fields' | 'images';
  @Int() dropped: number;
}

/** The context that an engine would read of one stored document. */
export class SampleContext {
  @Text() namespace: string;
  @Text() document: string;
  @Text() text: string;
  @Int() tokens: number;
  @Text() size_class: string;
  @Bool() truncated: boolean;
  @ListOf(() => CutView) cuts: CutView[];
}

/** The settings of a judgment in effect, every one of them: what nobody has set has its default. */
export class JudgmentSettings {
  @Nested(() => FreshnessView) freshness: FreshnessView;
  @JsonObject({ named: 'Thresholds' }) thresholds: object;
  @JsonObject({ named: 'OutcomeSettings', meaning: 'Empty: what is posted is the only outcome.' }) outcomes: object;
  @JsonObject({ named: 'AlternativesSettings' }) alternatives: object;
}

/** The reply of create, version, PATCH and activate. */
export class JudgmentChange {
  @OneOf(judgmentOutcomes) status: JudgmentOutcome;
  @Nested(() => JudgmentView, { nullable: true }) judgment: JudgmentView | null;
  @Int({
    nullable: true,
    min: 1,
    meaning:
      'The version that the definition is. On a dry run and before a confirmation: the version that it equals already, which a create makes active; null when it would be a new one.',
  })
  version: number | null;
  @JsonObject({ named: 'JudgmentDefinition' }) definition: object;
  @Nested(() => JudgmentSettings, {
    optional: true,
    meaning:
      'In effect now; on a dry run and before a confirmation: once the request is made. Left out only while an upgrade is under way.',
  })
  settings?: JudgmentSettings;
  @Nested(() => EstimateView, { nullable: true }) estimate: EstimateView | null;
  @Text({ nullable: true }) confirm: string | null;
  @Values({ type: 'string' }) ignored: string[];
  @ListOf(() => Warning) warnings: Warning[];
  @ListOf(() => SampleContext, {
    optional: true,
    meaning: 'The contexts of up to three sampled documents, on a dry run.',
  })
  contexts?: SampleContext[];
  @Nested(() => JobView, { optional: true, meaning: 'The backfill that the request started.' }) job?: JobView;
}

export class BackfillReply {
  @OneOf(['confirmation_required', 'started']) status: 'confirmation_required' | 'started';
  @Text({ nullable: true, meaning: 'Confirmation token; send the same request with it to begin.' }) confirm:
    string | null;
  @Nested(() => EstimateView, { nullable: true, meaning: 'Null when the documents cannot be counted.' })
  estimate: EstimateView | null;
  @Nested(() => JobView, { optional: true }) job?: JobView;
}

/** The result of a backfill job. */
export class BackfillResult {
  @Int({ meaning: 'Number of chosen documents that were processed.' }) documents: number;
  @Int({ meaning: 'Number of documents that an engine answered.' }) answered: number;
  @Int({ meaning: 'Number of documents whose last attempt failed.' }) failed: number;
  @Num({ meaning: 'As in `usage`.' }) judgment_units: number;
  @Num({ meaning: 'As in `usage`.' }) cost_usd: number;
  @Nested(() => UsageView) usage: UsageView;
  @OneOf(['max_usd'], { nullable: true }) stopped_by: 'max_usd' | null;
  @Values(
    { type: 'string' },
    { meaning: 'Namespaces of the prefix that were left out because judging is paused there; at most 100.' },
  )
  paused: string[];
}

export class Deleted {
  @Bool() deleted: boolean;
}

export class EventView {
  @Text({ pattern: /^evt_/ }) id: string;
  @Text({ named: 'EventType' }) type: string;
  @Stamp() timestamp: string;
  @JsonObject({ named: 'EventData' }) data: object;
}

export class EventList {
  @ListOf(() => EventView) events: EventView[];
  @Text({ nullable: true }) next_cursor: string | null;
}

import { Bool, Int, JsonObject, ListOf, MapOf, Nested, Num, OneOf, Shape, Text, Values } from '../field';
import { EngineRef } from '../engine-ref';
import { durationPattern, namePattern } from '../names';
import { ageUnits, aggregates, judgmentTypes, policies, previousAnchors, upstreamFields } from '@app/definition';
import type { AgeUnit, Aggregate, JudgmentType, Policy, PreviousAnchor, UpstreamField } from '@app/definition';
import { CalibrationOutcomeFilter } from '../outcome-filter';
import { FromStarterBody } from './starter';

export class LevelBody {
  @Shape({ type: 'number' }) value: number;
  @Text({ min: 1, max: 2000 }) description: string;
}

export class EscapeBody {
  @Text({ min: 1, max: 2000 }) description: string;
}

export class PreviousBody {
  @Values({ type: 'string', minLength: 1, maxLength: 1024 }, { min: 1, max: 100 }) fields: string[];
  @OneOf(previousAnchors, { optional: true, meaning: 'Which earlier judging is shown. Default `last_answer`.' })
  anchor?: PreviousAnchor;
}

export class PartBody {
  @Text({ pattern: namePattern }) name: string;
  @Text({ min: 1, max: 8000, meaning: 'A narrow yes/no question.' }) question: string;
}

export class JoinBody {
  @Text({ min: 1, max: 1024, meaning: 'Of the related document: `id` or `attributes.<name>`.' }) theirs: string;
  @Text({ min: 1, max: 1024, meaning: 'Of the judged document: `id` or `attributes.<name>`.' }) mine: string;
}
export class RelationOrderBody {
  @Text({ min: 1, max: 1024 }) path: string;
  @OneOf(['asc', 'desc'], { optional: true, meaning: 'Default `asc`.' }) direction?: 'asc' | 'desc';
}
export class RelationWindowBody {
  @Text({ min: 1, max: 1024, meaning: 'Path of a timestamp of the related document.' }) at: string;
  @Text({ pattern: durationPattern }) within: string;
}
/**
 * One of four forms: `{name, from}`, `{name, age_of, unit?}`, `{name, previous}` or
 * `{name, of, aggregate, path?, where?, window?}`. Judgments checks which.
 */
export class FeatureBody {
  @Text({ pattern: namePattern }) name: string;
  @Text({ optional: true, min: 1, max: 1024, meaning: 'Path of the number.' }) from?: string;
  @Text({ optional: true, min: 1, max: 1024, meaning: 'Path of the timestamp whose age is the number.' })
  age_of?: string;
  @OneOf(ageUnits, { optional: true, meaning: 'Unit of the age. Default `days`.' }) unit?: AgeUnit;
  @OneOf(['p'], { optional: true, meaning: 'The raw `p` of the answer before.' }) previous?: 'p';
  @Text({ optional: true, pattern: namePattern, meaning: 'Name of the relation whose documents make the number.' })
  of?: string;
  @OneOf(aggregates, { optional: true, meaning: 'How the number is made of related documents.' })
  aggregate?: Aggregate;
  @Text({ optional: true, min: 1, max: 1024, meaning: 'Path of the number in the related documents.' }) path?: string;
  @JsonObject({
    optional: true,
    named: 'Filter',
    meaning: 'Only related documents that this filter matches; of a share, what is counted.',
  })
  where?: object;
  @Nested(() => RelationWindowBody, { optional: true, meaning: 'Only related documents of this time.' })
  window?: RelationWindowBody;
}

/**
 * What is read of another judgment's answer about the related document, in one of three forms: `{judgment, field?, bands}`,
 * `{judgment, field?, cut}` or `{judgment, value: true}`. Judgments checks which.
 */
export class UpstreamAnswerBody {
  @Text({ min: 1, max: 128, meaning: 'Name of a judgment that is in force beside this one.' }) judgment: string;
  @OneOf(upstreamFields, { optional: true, meaning: 'Default: `p` of a bool, `score` of a score.' })
  field?: UpstreamField;
  @Values({ type: 'number' }, { optional: true, meaning: 'The 1 to 10 edges of bands, ascending.' }) bands?: number[];
  @Num({ optional: true, meaning: 'Shows on which side of it the number lies.' }) cut?: number;
  @Bool({ optional: true, meaning: 'True: shows the option of a choice.' }) value?: boolean;
}
/** Which documents are read beside the judged one, and what of them. */
export class RelationBody {
  @Nested(() => JoinBody, { meaning: 'A document is related when both sides have an equal value.' }) join: JoinBody;
  @Values(
    { type: 'string', minLength: 1, maxLength: 1024 },
    { optional: true, max: 64, meaning: 'May be empty or left out beside `answers` only.' },
  )
  fields?: string[];
  @JsonObject({
    optional: true,
    named: 'Filter',
    meaning: 'An operand `{mine: path}` compares with the judged document.',
  })
  where?: object;
  @ListOf(() => RelationOrderBody, { optional: true, min: 1, max: 4, meaning: 'Default: `created_at`, newest first.' })
  order_by?: RelationOrderBody[];
  @Int({ optional: true, min: 1, max: 200, meaning: 'How many are read: the first in the order. Default 20.' })
  last_n?: number;
  @Nested(() => RelationWindowBody, { optional: true }) window?: RelationWindowBody;
  @ListOf(() => UpstreamAnswerBody, {
    optional: true,
    min: 1,
    max: 8,
    meaning: "Other judgments' answers about the related document, banded or cut.",
  })
  answers?: UpstreamAnswerBody[];
}

export class ContextBody {
  @Values({ type: 'string', minLength: 1, maxLength: 1024 }, { min: 1, max: 100 }) fields: string[];
  @Shape({ type: 'object', additionalProperties: { type: 'integer', minimum: 1 } }, { optional: true }) last_n?: object;
  @Shape({ type: 'object' }, { optional: true, named: 'ArrayWindows' }) window?: object;
  @Int({ optional: true, min: 2, max: 32_000 }) max_tokens?: number;
  @MapOf(() => RelationBody, { optional: true, meaning: 'Relations by name, at most 8.' })
  related?: Record<string, RelationBody>;
  @Nested(() => PreviousBody, { optional: true, meaning: 'The document as an earlier judging read it.' })
  previous?: PreviousBody;
}

/** Which of the documents that point at a changed one are judged again; the others keep their answers. */
export class FanoutScopeBody {
  @Text({ optional: true, pattern: durationPattern, meaning: 'Only documents created within this time.' })
  created_within?: string;
  @JsonObject({ optional: true, named: 'Filter', meaning: 'Only documents that this filter matches.' }) where?: object;
}
/** Changes of a document that others point at. A member that is left out is the namespace's. */
export class FanoutBody {
  @Int({ optional: true, nullable: true, min: 0, max: 86_400_000 }) debounce_ms?: number | null;
  @Int({ optional: true, nullable: true, min: 0, max: 86_400_000 }) max_wait_ms?: number | null;
  @Int({ optional: true, nullable: true, min: 0, max: 100_000_000, meaning: 'Answers asked for in any 24 hours.' })
  rolling_limit?: number | null;
  @Int({ optional: true, nullable: true, min: 2, max: 10_000 }) block_cap?: number | null;
  @Nested(() => FanoutScopeBody, { optional: true, nullable: true }) scope?: FanoutScopeBody | null;
}

export class FreshnessBody {
  @OneOf(policies, { optional: true, nullable: true }) policy?: Policy | null;
  @Int({ optional: true, nullable: true, min: 0, max: 86_400_000 }) debounce_ms?: number | null;
  @Int({ optional: true, nullable: true, min: 0, max: 864_000_000 }) max_wait_ms?: number | null;
  @Text({ optional: true, nullable: true, pattern: durationPattern }) interval?: string | null;
  @Nested(() => FanoutBody, { optional: true, nullable: true }) fanout?: FanoutBody | null;
}

/** Options or a relation. Judgments checks numbers and lengths, whose refusals would have no path under `oneOf`. */
const optionsSchema = {
  type: ['array', 'object'],
  items: { type: 'object', properties: { value: { type: 'string' }, description: { type: 'string' } } },
  properties: { from: { type: 'string' }, show: { type: 'array', items: { type: 'string' } } },
};

/** Meaning of the member `outcomes` of a create and a PATCH. */
const outcomesMeaning =
  '`{rule?: [{value | escape: true, when: Filter}], implicit?: {after}}`; the first rule that matches gives the outcome.';

/** A definition. Judgments checks which members the type allows, and the grammar of paths and filters. */
export class DefinitionBody {
  @Text({ pattern: namePattern }) name: string;
  @Text({ optional: true, min: 1, max: 8000 }) question?: string;
  @OneOf(judgmentTypes, { optional: true }) type?: JudgmentType;
  @Shape({ type: ['string', 'object'] }, { optional: true, named: 'Criteria' })
  criteria?: string | object;
  @Nested(() => ContextBody, { optional: true }) context?: ContextBody;
  @Nested(() => EngineRef, { optional: true }) engine?: EngineRef;
  @Text({ optional: true, pattern: durationPattern }) horizon?: string;
  @JsonObject({ optional: true, named: 'Filter' }) applies_to?: object;
  @Shape(optionsSchema, {
    optional: true,
    meaning:
      'Of a choice: 2 to 254 options `{value, description?}`, or `{from, show}`: the documents of a relation, described by 1 to 16 of their paths.',
  })
  options?: object;
  @Nested(() => EscapeBody, { optional: true }) escape?: EscapeBody;
  @ListOf(() => LevelBody, { optional: true, min: 2, max: 10 }) levels?: LevelBody[];
  @ListOf(() => PartBody, { optional: true, min: 1, max: 8, meaning: 'The questions of a composite judgment (bool).' })
  parts?: PartBody[];
  @ListOf(() => FeatureBody, { optional: true, max: 12, meaning: 'Numbers stored beside each answer (bool).' })
  features?: FeatureBody[];
}

/** Which alternatives are compared with the active version, and when. A member that is left out of a PATCH stays. */
export class AlternativesSettingBody {
  @Bool({ optional: true, nullable: true, meaning: 'Whether a run starts by itself after a fit, at most monthly.' })
  automatic?: boolean | null;
  @ListOf(() => EngineRef, {
    optional: true,
    nullable: true,
    max: 16,
    meaning: 'Engines that are not compared by themselves.',
  })
  skip_engines?: EngineRef[] | null;
  @Nested(() => CalibrationOutcomeFilter, {
    optional: true,
    nullable: true,
    meaning: "Outcomes to compare on; left out: the fit's own.",
  })
  outcomes?: CalibrationOutcomeFilter | null;
}

/** How the review queue offers answers. A member that is left out of a PATCH stays. */
export class QueueSettingBody {
  @Num({
    optional: true,
    nullable: true,
    min: 0,
    max: 1,
    meaning: 'Share of labelled items that stay in the queue until a second author has labelled them; 0.1 by default.',
  })
  second_label_share?: number | null;
}

export class JudgmentCreateBody extends DefinitionBody {
  @Nested(() => FreshnessBody, { optional: true }) freshness?: FreshnessBody;
  @JsonObject({ optional: true, named: 'Thresholds' }) thresholds?: object;
  @JsonObject({ optional: true, named: 'OutcomeSettings', meaning: outcomesMeaning }) outcomes?: object;
  @Nested(() => AlternativesSettingBody, { optional: true }) alternatives?: AlternativesSettingBody;
  @Nested(() => QueueSettingBody, { optional: true }) queue?: QueueSettingBody;
  @Nested(() => FromStarterBody, { optional: true, meaning: 'Replaces question, type and context.' })
  from_starter?: FromStarterBody;
  @Bool({ optional: true }) activate?: boolean;
  @Bool({ optional: true, meaning: 'After confirmation, judges stored documents whose answer is missing or stale.' })
  backfill?: boolean;
  @Text({ optional: true, max: 2048, meaning: 'The confirmation token of the reply to the same request without it.' })
  confirm?: string;
  @Bool({ optional: true }) dry_run?: boolean;
  @Int({ optional: true, nullable: true, min: 1, max: 2147483647 }) if_active_version?: number | null;
}

export class JudgmentPatchBody {
  @Shape({ type: ['object', 'null'] }, { optional: true, named: 'ThresholdsPatch' }) thresholds?: object | null;
  @Nested(() => FreshnessBody, { optional: true, nullable: true }) freshness?: FreshnessBody | null;
  @Shape({ type: ['object', 'null'] }, { optional: true, named: 'OutcomeSettings', meaning: outcomesMeaning })
  outcomes?: object | null;
  @Nested(() => AlternativesSettingBody, { optional: true, nullable: true })
  alternatives?: AlternativesSettingBody | null;
  @Nested(() => QueueSettingBody, { optional: true, nullable: true }) queue?: QueueSettingBody | null;
  @Text({ optional: true, max: 2048, meaning: 'The confirmation token of the reply to the same request without it.' })
  confirm?: string;
}

export class ActivateBody {
  @Int({ min: 1, max: 2147483647 }) version: number;
  @Bool({ optional: true, meaning: 'After confirmation, judges stored documents whose answer is missing or stale.' })
  backfill?: boolean;
  @Text({ optional: true, max: 2048, meaning: 'The confirmation token of the reply to the same request without it.' })
  confirm?: string;
}

/**
 * What a backfill judges: documents without an answer, with a stale one, whose last attempt failed, whose answer is of
 * another epoch than the engine's present one, or all.
 */
export const backfillChoices = ['missing', 'stale', 'failed', 'other_epoch', 'all'] as const;
export type BackfillChoice = (typeof backfillChoices)[number];

export class BackfillBody {
  @JsonObject({ optional: true, named: 'Filter', meaning: 'Default: all to which the judgment applies.' })
  filter?: object;
  @OneOf(backfillChoices, { optional: true, meaning: 'Default `missing`.' }) only?: BackfillChoice;
  @Int({
    optional: true,
    min: 1,
    max: 2147483647,
    meaning: 'A version; default: the active one. Answers of another version are kept until its activation.',
  })
  version?: number;
  @Num({ optional: true, above: 0, meaning: 'Maximum cost in USD; the backfill asks nothing that would exceed it.' })
  max_usd?: number;
  @Text({ optional: true, max: 2048, meaning: 'The confirmation token of the quote.' }) confirm?: string;
}

export class JudgeBody {
  @Values({ type: 'string', minLength: 1, maxLength: 256 }, { min: 1, max: 100, unique: true }) documents: string[];
  @Bool({
    optional: true,
    meaning:
      'True asks the engine also for answers that are fresh, and for an unchanged context; each is charged. Default: false.',
  })
  again?: boolean;
  @Bool({ optional: true, meaning: 'True answers with the price and asks nothing. Default: false.' })
  dry_run?: boolean;
}

export class TryBody {
  @JsonObject({ named: 'TriedDefinition' })
  definition: object;
  @Values({ type: 'string', minLength: 1, maxLength: 256 }, { min: 1, max: 5, unique: true }) documents: string[];
}

export class ContextPreviewBody {
  @Text({ min: 1, max: 256 }) document: string;
}

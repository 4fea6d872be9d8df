import { plans } from '../../call';
import type { Plan } from '../../call';
import { EngineRef } from '../../engine-ref';
import { CalibrationOutcomeFilter } from '../../outcome-filter';
import { Bool, Int, JsonObject, ListOf, Nested, Num, OneOf, Stamp, Text, Values } from '../../field';
import { UsageView } from '../../shared';
import { AlternativesCascade } from './cascade';
import { AlternativeChange } from './change';
import type { SpeaksFor } from '../speaks-for';
import { AlternativeId } from './id';
import { AlternativesQuote, contextKinds } from './quote';
import type { ContextKind } from './quote';
import { SuggestedAlternative } from './suggested';
import { EngineSourceField } from '../../engines/source-field';
import type { EngineSource } from '../../engines/views';

export const alternativesStatuses = ['not_run', 'quoting', 'running', 'ready', 'none'] as const;
export type AlternativesStatus = (typeof alternativesStatuses)[number];

/** Why a table stands as it does; null when it is ready, running or being priced. */
export const alternativesReasons = [
  'awaiting_confirm',
  'awaiting_run',
  'nothing_to_score',
  'too_few_outcomes',
  'composite',
  'inherited',
  'budget_paused',
  'nothing_better',
  'accuracy_would_drop',
  'superseded',
] as const;
export type AlternativesReason = (typeof alternativesReasons)[number];

export const alternativeVerdicts = ['better', 'no_worse', 'worse', 'untested', 'unscored'] as const;
export type AlternativeVerdict = (typeof alternativeVerdicts)[number];

/** Why a label has no answer of an alternative. */
export const skipReasons = ['deleted', 'image_erased', 'not_derivable', 'failed'] as const;
export type SkipReason = (typeof skipReasons)[number];

export class AlternativesLabels {
  @Int({ min: 0, max: 500, meaning: 'Labelled answers that each alternative is scored on.' }) count: number;
  @Bool({ meaning: 'True when the fit had more and a fixed sample is used.' }) sampled: boolean;
  @Nested(() => CalibrationOutcomeFilter, {
    nullable: true,
    meaning: "The judgment's setting `alternatives.outcomes`; null: the fit's own.",
  })
  outcomes: CalibrationOutcomeFilter | null;
}

/** Figures on labelled answers, each read with a fit that was made without the answer. */
export class AlternativeHeldOut {
  @OneOf(['raw', 'calibrated', 'features']) read_with: 'raw' | 'calibrated' | 'features';
  @Num({ meaning: 'Mean log loss in nats.' }) log_loss: number;
  @Num({ nullable: true }) ece: number | null;
  @Num({ nullable: true }) brier: number | null;
  @Num({ nullable: true }) auroc: number | null;
  @Num({ nullable: true }) precision_at_5: number | null;
  @Num({ nullable: true }) precision_at_10: number | null;
  @Num() accuracy: number;
  @Num({ nullable: true, meaning: 'Log loss of the features alone, of a judgment with features.' })
  features_only: number | null;
}

export class LabelsSkipped {
  @Int({ min: 0, meaning: 'Their documents were deleted.' }) deleted: number;
  @Int({ min: 0, meaning: 'An image of theirs was erased.' }) image_erased: number;
  @Int({ min: 0, meaning: 'The context cannot be cut exactly, or is kept no longer.' }) not_derivable: number;
  @Int({ min: 0, meaning: 'The engine gave no answer.' }) failed: number;
  @Int({
    optional: true,
    min: 0,
    meaning: 'Another epoch of the engine answered, which answers in several in turn. Left out where there is none.',
  })
  other_epoch?: number;
}
export class AlternativeBilled {
  @Num({ min: 0 }) judgment_units: number;
  @Num({ min: 0 }) cost_usd: number;
}

/** One row of the table. */
export class Alternative {
  @AlternativeId() id: string;
  @OneOf(['automatic', 'named']) source: 'automatic' | 'named';
  @Bool({ meaning: 'A wording that a language model drafted and the caller posted.' }) drafted: boolean;
  @Text({ nullable: true, meaning: '`key:<id>` or `user:<id>`.' }) named_by: string | null;
  @Stamp({ nullable: true }) named_at: string | null;
  @Values({ type: 'string' }, { nullable: true, meaning: 'What differs from the active version, in words.' })
  differs: string[] | null;
  @JsonObject({ nullable: true, named: 'JudgmentDefinition', meaning: 'The whole definition, to post as a version.' })
  definition: object | null;
  @Bool({ meaning: 'Whether it counts in `corrected_for`; narrowings do not.' }) in_k: boolean;
  @OneOf(contextKinds) contexts: ContextKind;
  @OneOf(['now'], { nullable: true }) as_of: 'now' | null;
  @Int({ min: 0, meaning: 'Labelled answers that it has an answer for.' }) labels: number;
  @Nested(() => LabelsSkipped) labels_skipped: LabelsSkipped;
  @Num({ nullable: true, meaning: "Judgment units per answer, at its engine's weight." }) cost_per_answer:
    number | null;
  @Num({ nullable: true, meaning: "A narrowing's saving per answer, as a share of the version's cost." })
  unit_reduction: number | null;
  @Nested(() => AlternativeHeldOut, { nullable: true }) held_out: AlternativeHeldOut | null;
  @Nested(() => AlternativeChange, { nullable: true }) change: AlternativeChange | null;
  @OneOf(alternativeVerdicts) verdict: AlternativeVerdict;
  @Bool({ meaning: 'Ranks outcomes better by AUROC beyond noise, after the same correction.' })
  moves_ranking: boolean;
  @Stamp({ nullable: true }) scored_at: string | null;
  @Nested(() => AlternativeBilled, { nullable: true, meaning: 'Null for an unscored alternative and a narrowing.' })
  billed: AlternativeBilled | null;
}

export class AlternativesCurrent {
  @Nested(() => AlternativeHeldOut) held_out: AlternativeHeldOut;
  @Num({ min: 0 }) cost_per_answer: number;
}
export class AlternativesPlanRequired {
  @Text() message: string;
  @OneOf(['alternatives']) capability: 'alternatives';
  @OneOf(['team', 'scale']) required_plan: Exclude<Plan, 'developer'>;
  @OneOf(plans) plan: Plan;
}

/** What other engines, wordings and contexts would be worth, on the same labelled outcomes. */
export class AlternativesTable {
  @Int({ min: 1 }) version: number;
  @Text({ nullable: true, meaning: 'Epoch of the fit whose labelled answers are used; null before a fit.' })
  engine_version: string | null;
  @EngineSourceField() engine_source?: EngineSource | null;
  @OneOf(alternativesStatuses) status: AlternativesStatus;
  @OneOf(alternativesReasons, { nullable: true }) reason: AlternativesReason | null;
  @Text({ meaning: 'The status in a sentence.' }) message: string;
  @Bool({ meaning: 'Whether a run starts by itself after a fit, at most monthly.' }) automatic: boolean;
  @ListOf(() => EngineRef, { meaning: 'Engines that the judgment skips as automatic alternatives.' })
  skip_engines: EngineRef[];
  @Nested(() => AlternativesLabels) labels: AlternativesLabels;
  @Int({ min: 0, meaning: 'Engine and named alternatives scored this month.' }) corrected_for: number;
  @Nested(() => AlternativesQuote, { nullable: true }) quote: AlternativesQuote | null;
  @Nested(() => AlternativesCurrent, { nullable: true, meaning: 'The active version; null before a run.' })
  current: AlternativesCurrent | null;
  @ListOf(() => Alternative, { meaning: 'Engine and named alternatives first, then narrowings.' })
  alternatives: Alternative[];
  @ListOf(() => AlternativesCascade, {
    optional: true,
    meaning:
      'Cheaper alternatives that may be asked before the version, cheapest first. Results of older runs have none.',
  })
  cascades?: AlternativesCascade[];
  @Text({ optional: true, nullable: true, meaning: 'Why `cascades` is empty, in a sentence; null when it is not.' })
  cascades_reason?: string | null;
  @OneOf(['all', 'labelled'], {
    optional: true,
    nullable: true,
    meaning:
      'The answers that figures and verdicts are true of: `all` current ones, or such as are `labelled`, where labels lie elsewhere than the answers or the answers were not counted. Null before a score.',
  })
  speaks_for?: SpeaksFor | null;
  @Nested(() => SuggestedAlternative, { nullable: true }) suggestion: SuggestedAlternative | null;
  @Text({ nullable: true }) headline: string | null;
  @Stamp({ nullable: true }) computed_at: string | null;
  @Stamp({ nullable: true, meaning: 'When the next automatic run may start; null while `automatic` is off.' })
  next_run_after: string | null;
  @Nested(() => AlternativesPlanRequired, { nullable: true }) plan_required: AlternativesPlanRequired | null;
  @Nested(() => UsageView, { optional: true, meaning: 'What the run used; in the result of its job only.' })
  usage?: UsageView;
}

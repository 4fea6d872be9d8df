import { judgmentTypes, staleReasons, statuses, unavailableReasons } from '@app/definition';
import type { JudgmentType, StaleReason, Status, UnavailableReason } from '@app/definition';
import { EngineRef } from '../engine-ref';
import { engineSources, probabilitySources } from '../engines/views';
import type { EngineSource, ProbabilitySource } from '../engines/views';
import { Bool, Int, MapOf, Nested, Num, OneOf, Shape, Stamp, Text, Values } from '../field';

const probability = { type: ['number', 'null'], minimum: 0, maximum: 1 };
const distribution = { type: ['object', 'null'], additionalProperties: { type: 'number' } };

/** Shape of one feature: null when the document had no such number. */
export const featureNumber = { type: ['number', 'null'] } as const;

const partNumbers = { type: 'object', properties: { p: { type: 'number' } }, required: ['p'] };

/** The answer of one part of a composite judgment. */
export class PartView {
  @Num({ min: 0, max: 1, meaning: 'Probability of yes.' }) p: number;
}

/** The related document whose change made an answer stale. */
export class StaleBy {
  @Text({ meaning: 'The relation of the definition that joins it.' }) relation: string;
  @Text({ meaning: 'Its id; it may be deleted.' }) document: string;
  @Stamp() changed_at: string;
}

/** An answer as a read shows it: only the members of its type are present, and raw members are null before the first answer. */
export class AnswerView {
  @Text({ nullable: true, meaning: 'Id of the answer of record, `ans_..`.' }) id: string | null;
  @OneOf(judgmentTypes) type: JudgmentType;
  @OneOf(statuses) status: Status;
  @OneOf(staleReasons, { nullable: true }) stale_reason: StaleReason | null;
  @Nested(() => StaleBy, {
    optional: true,
    nullable: true,
    meaning:
      'With `related_changed` only: the last related document of its own that changed. Null where one change concerns many documents, and where it is not known.',
  })
  stale_by?: StaleBy | null;
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
  @OneOf(engineSources, {
    optional: true,
    nullable: true,
    meaning:
      'What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared words. Null without an answer, and of epochs that ended before a build that keeps it.',
  })
  engine_source?: EngineSource | null;
  @OneOf(probabilitySources, {
    optional: true,
    nullable: true,
    meaning:
      'Where a chat model’s probabilities came from in that epoch: those of the first token, or numbers that the model wrote. Null of an engine that gives them itself.',
  })
  probability_source?: ProbabilitySource | null;
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
    optional: true,
    nullable: true,
    min: 0,
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

import { contextKinds, skipReasons } from '../calibration';
import type { ContextKind, SkipReason } from '../calibration';
import { EngineRef } from '../engine-ref';
import { Bool, Int, JsonObject, ListOf, Num, OneOf, Shape, Stamp, Text, Values } from '../field';
import { fact, request } from '../message';

const calibrationToJudgments = { from: ['calibration'], to: 'judgments' } as const;

/** Labels of one request for prices. */
export const maxPricedLabels = 25;
/** Rows of one request for prices: 20 named ones, one for each engine, 8 narrowings and the version itself. */
export const maxPricedRows = 40;
/** Labels of one row: the sample of a month. */
export const maxScoredLabels = 500;

/** A labelled answer: its context is what a row is asked about. */
export class LabelRef {
  @Text() namespace: string;
  @Text() document: string;
  @Text({ meaning: 'Id of an answer of record, `ans_..`.' }) answer: string;
}

/** An alternative, or the active version itself, as judgments asks it. */
export class ScoringRow {
  @Text({ meaning: "Id of the alternative, or any name of the caller's." }) alternative: string;
  @JsonObject({ meaning: 'Its whole definition.' }) definition: object;
  @OneOf(contextKinds) contexts: ContextKind;
}

/** What asking about one label would take: nothing is asked, and no text leaves judgments. */
export class PricedLabel {
  @OneOf(skipReasons, { nullable: true, meaning: 'Why it cannot be asked; else null.' }) skipped: SkipReason | null;
  @Num({ min: 0, meaning: 'Judgment units, of a request with this one question.' }) units: number;
  @Int({ min: 0, meaning: 'Tokens of context and question.' }) tokens: number;
  @Text({ nullable: true, meaning: 'Hash of the context that would be sent; null when skipped.' }) hash: string | null;
  @Bool({ meaning: 'Whether the stored context was cut for a longer question.' }) cut: boolean;
}
export class PricedRow {
  @Text() alternative: string;
  @ListOf(() => PricedLabel, { meaning: 'In the order of the labels sent.' }) labels: PricedLabel[];
}
export class PriceScoring {
  @Text() organization: string;
  @Text() judgment_id: string;
  @Int({ min: 1, meaning: 'The version whose labelled answers these are.' }) version: number;
  @ListOf(() => ScoringRow, { min: 1, max: maxPricedRows }) rows: ScoringRow[];
  @ListOf(() => LabelRef, { min: 1, max: maxPricedLabels }) labels: LabelRef[];
}
export class ScoringPriced {
  @ListOf(() => PricedRow, { meaning: 'In the order of the rows sent.' }) rows: PricedRow[];
}
export const priceScoring = request({
  ...calibrationToJudgments,
  subject: 'judgments.scoring.price.v1',
  why: 'Counts what asking alternatives about labelled answers would take, from the contexts those answers read.',
  query: PriceScoring,
  reply: ScoringPriced,
  maxConcurrent: 4,
});

export class ScoringLabel extends LabelRef {
  @Num({ min: 0, meaning: 'Judgment units that the quote counts for it.' }) units: number;
  @Num({ min: 0, meaning: "Units of the run's block before it, in its namespace." }) at_units: number;
}
/** One row of a run. A run has one request for each, in the order in which they are to be answered. */
export class StartScoring {
  @Text() organization: string;
  @Text() judgment_id: string;
  @Int({ min: 1 }) version: number;
  @Text({ meaning: 'Id of the run.' }) run: string;
  @Text() alternative: string;
  @JsonObject() definition: object;
  @OneOf(contextKinds) contexts: ContextKind;
  @Text({ meaning: 'Epoch that the answers must have; the row stops at an answer of another one.' })
  engine_version: string;
  @Int({ min: 0, meaning: 'Its place in the run.' }) place: number;
  @Bool({ meaning: 'Nothing is billed: a narrowing.' }) free: boolean;
  @Text({ nullable: true, meaning: "Billing's block that the asks draw from; null when free." }) block: string | null;
  @ListOf(() => ScoringLabel, { min: 1, max: maxScoredLabels }) labels: ScoringLabel[];
}
export class ScoringStarted {
  @Int({ min: 0, meaning: 'Labels that are not answered yet.' }) left: number;
}
export const startScoring = request({
  ...calibrationToJudgments,
  subject: 'judgments.scoring.start.v1',
  why: 'Queues the asks of one row of a run. Repeatable by run and alternative: what was answered is not asked again.',
  query: StartScoring,
  reply: ScoringStarted,
  maxConcurrent: 8,
});

export class StopScoring {
  @Text() organization: string;
  @Text() run: string;
}
export class ScoringStopped {
  @Int({ min: 0, meaning: 'Asks that are with an engine; each is recorded when it ends.' }) under_way: number;
}
export const stopScoring = request({
  ...calibrationToJudgments,
  subject: 'judgments.scoring.stop.v1',
  why: 'Takes back what no engine has been asked yet. Repeatable.',
  query: StopScoring,
  reply: ScoringStopped,
});

/** What one label of a row came to. */
export class ScoredLabel extends LabelRef {
  @OneOf(skipReasons, { nullable: true }) skipped: SkipReason | null;
  @Text({ nullable: true, meaning: 'Epoch that answered; null when skipped.' }) engine_version: string | null;
  @Num({ nullable: true, meaning: 'p of a bool or score of a score, else null.' }) number: number | null;
  @Num({ nullable: true }) escape_p: number | null;
  @Shape({ type: ['object', 'null'] }, { meaning: 'Probabilities by option, or by level as text.' }) dist: Record<
    string,
    number
  > | null;
  @Num({ min: 0 }) units: number;
  @Int({ min: 0 }) tokens: number;
  @Num({ min: 0 }) cost_usd: number;
  @Text({ nullable: true }) context_hash: string | null;
  @Stamp() answered_at: string;
}
export class ScoringRecorded {
  @Text() organization: string;
  @Text() judgment_id: string;
  @Text() run: string;
  @Text() alternative: string;
  @Bool({
    meaning: 'True when an answer came in another epoch than the row asked for: its other asks were taken back.',
  })
  stopped: boolean;
  @ListOf(() => ScoredLabel) labels: ScoredLabel[];
}
export const scoringRecorded = fact({
  subject: 'judgments.scoring.recorded.v1',
  why: 'Labels of a row were answered or skipped; calibration keeps the numbers under their own key.',
  from: 'judgments',
  payload: ScoringRecorded,
  consumers: ['calibration'],
});

/** Namespaces of one request. */
const maxNamespaces = 500;

export class EnginesUsed {
  @Text() organization: string;
  @Values({ type: 'string' }, { min: 1, max: maxNamespaces, meaning: 'Namespaces, or a template prefix.' })
  namespaces: string[];
}
export class EnginesUsedFound {
  @ListOf(() => EngineRef, { meaning: 'Engines that active judgments in force or the default of a namespace name.' })
  named: EngineRef[];
  @ListOf(() => EngineRef, { meaning: 'Engines that have been sent a context of each of the namespaces.' })
  sent: EngineRef[];
  @Values(
    { type: 'string' },
    {
      max: maxNamespaces,
      optional: true,
      meaning:
        'Namespaces, of those or below a prefix of theirs, whose judging is paused; the version of 2026-11-23 leaves it out.',
    },
  )
  paused?: string[];
}
export const enginesUsed = request({
  ...calibrationToJudgments,
  subject: 'judgments.engine.used.v1',
  why: 'Tells which engines namespaces use, which have got contexts of theirs, and where judging is paused.',
  query: EnginesUsed,
  reply: EnginesUsedFound,
});

export class MissingAnswers {
  @Text() organization: string;
  @Text({ meaning: 'A namespace, or a template prefix.' }) namespace: string;
  @Text() judgment: string;
}
/** What judging the documents without an answer of the active version would take. */
export class MissingAnswersFound {
  @Int({ min: 0 }) documents: number;
  @Num({ min: 0 }) judgment_units: number;
  @Num({ min: 0 }) cost_usd: number;
}
export const estimateMissing = request({
  ...calibrationToJudgments,
  subject: 'judgments.answer.missing.v1',
  why: 'Estimates the backfill that a comparison by the answers of this judgment needs first. Nothing is begun.',
  query: MissingAnswers,
  reply: MissingAnswersFound,
  maxConcurrent: 4,
});

import { DecisionView } from './decision';
import { ReportNotice } from './notice';
import { SpeaksForField } from './speaks-for';
import type { SpeaksFor } from './speaks-for';
import { Bool, Int, ListOf, Nested, Num, OneOf, Shape, Text } from '../field';
import { request } from '../message';
import { EngineSourceField } from '../engines/source-field';
import type { EngineSource } from '../engines/views';

/** The number that a threshold is compared with, and the target. Numbers are text, as in a query string. */
export class RecommendationQuery {
  @Text({ min: 1, max: 400, meaning: '`p`, `dist.<option>` or `score`.' }) on: string;
  @OneOf(['precision', 'recall', 'cost']) target: 'precision' | 'recall' | 'cost';
  @Text({ optional: true, max: 32, meaning: 'For precision and recall: the target, a share above 0 and below 1.' })
  at_least?: string;
  @Text({ optional: true, max: 32, meaning: 'For cost: the cost of one false positive, in any unit.' })
  cost_false_positive?: string;
  @Text({ optional: true, max: 32, meaning: 'For cost: the cost of one false negative, in the same unit.' })
  cost_false_negative?: string;
  @Text({
    optional: true,
    max: 32,
    meaning: 'For a score: the lowest observed value that counts as positive; default: the highest level.',
  })
  positive_from?: string;
}

export class RecommendThreshold {
  @Text() namespace: string;
  @Text() judgment: string;
  @Nested(() => RecommendationQuery) query: RecommendationQuery;
}

export class ShareEstimate {
  @Num({ min: 0, max: 1 }) value: number;
  @Shape(
    { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
    {
      meaning:
        '95 % interval, by document. The labels chose the threshold where they are lucky, so it is Wilson at 99 %, which then covers 95 %.',
    },
  )
  interval: [number, number];
  @Num({
    min: 0,
    max: 1,
    meaning:
      'One-sided 95 % bound of this threshold alone, by document: Clopper and Pearson for precision, Wilson for recall. At least the target where it `holds`.',
  })
  at_least: number;
}

const ends = { type: ['array', 'null'], items: { type: 'number' }, minItems: 2, maxItems: 2 };

export class CurvePointView {
  @Num() threshold: number;
  @Num() flagged: number;
  @Num() precision: number;
  @Num() recall: number;
  @Shape(ends, { optional: true, meaning: '95 % interval (Wilson) of `precision`. Left out by builds from before it.' })
  precision_interval?: [number, number] | null;
  @Shape(ends, { optional: true, meaning: '95 % interval (Wilson) of `recall`. Left out by builds from before it.' })
  recall_interval?: [number, number] | null;
}

/** A threshold that labelled answers recommend. The request changes no setting. */
export class ThresholdRecommendation {
  @Int({ min: 1 }) version: number;
  @Text({ nullable: true, meaning: 'The epoch whose answers were used.' }) engine_version: string | null;
  @EngineSourceField() engine_source?: EngineSource | null;
  @Text() on: string;
  @Text() target: string;
  @Num({ nullable: true, meaning: 'Answers at or above the threshold are flagged; null means that it flags none.' })
  threshold: number | null;
  @Bool({
    nullable: true,
    meaning:
      'True when the target is reached with 95 % confidence: of precision at each of at most 20 steps from the strictest threshold down to this ' +
      'one. False when only the labels at hand meet it, and always of fewer than 30 documents and where the answers rank nothing, the last 30 ' +
      'days drifted, or answers without a label near them could break it (`notices`); null for cost.',
  })
  holds: boolean | null;
  @Int({ meaning: 'Number of labelled answers that were used.' }) n: number;
  @Int({ optional: true, meaning: 'Number of documents that they are of. Left out by builds from before it.' })
  documents?: number;
  @Int({ meaning: 'Number of positive labels among them.' }) positives: number;
  @Num({
    meaning:
      'Share of all current answers that the threshold would flag; of labelled answers where the current ones were not counted, and for a choice.',
  })
  flagged: number;
  @SpeaksForField('precision, recall, cost and curve speak') speaks_for?: SpeaksFor;
  @Nested(() => ShareEstimate, { nullable: true }) precision: ShareEstimate | null;
  @Nested(() => ShareEstimate, { nullable: true }) recall: ShareEstimate | null;
  @Num({
    nullable: true,
    meaning:
      'For cost: the sum over the labelled answers, of which the threshold is the cheapest. `decision` counts it held out.',
  })
  cost: number | null;
  @Nested(() => DecisionView, {
    optional: true,
    nullable: true,
    meaning:
      'For cost: expected cost by threshold, beside those in force and flagging none and all; else null. Left out by builds from before it.',
  })
  decision?: DecisionView | null;
  @Int({
    nullable: true,
    meaning:
      'Estimated number of labels after which a threshold holds with a chance of 80 %; null when it holds, for cost, or when more labels would not help.',
  })
  labels_needed: number | null;
  @Int({
    optional: true,
    nullable: true,
    meaning: 'The same in documents, at least 30. Left out by builds from before it.',
  })
  documents_needed?: number | null;
  @Bool({ meaning: 'True when a fixed share of more than 100,000 labels was used.' }) sampled: boolean;
  @ListOf(() => CurvePointView, { max: 200, meaning: 'Performance by threshold, in descending order.' })
  curve: CurvePointView[];
  @ListOf(() => ReportNotice, {
    optional: true,
    meaning:
      '`ranks_nothing` or `ranks_backwards`: the interval of AUROC holds 0.5 or lies below it, so no threshold is promised. ' +
      '`few_documents`: the labels are of fewer than 30. ' +
      '`drifted`: `drift.worse` of the report, so none is promised of the answers of now. `labels_unlike_answers` and ' +
      '`answers_not_counted` as in a report. Left out by builds from before it.',
  })
  notices?: ReportNotice[];
}

export const recommendThreshold = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.threshold.recommend.v1',
  why: 'Recommends a threshold that meets a target, from labelled answers.',
  query: RecommendThreshold,
  reply: ThresholdRecommendation,
});

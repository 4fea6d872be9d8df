import { Bool, Int, ListOf, Nested, Num, OneOf, Shape, Text } from './field';
import { request } from './message';

/** What a threshold is to be read from and what it is to achieve; numbers as they stand in a query. */
export class RecommendationQuery {
  @Text({ min: 1, max: 400, meaning: '`p`, `dist.<option>` or `score`.' }) on: string;
  @OneOf(['precision', 'recall', 'cost']) target: 'precision' | 'recall' | 'cost';
  @Text({ optional: true, max: 32, meaning: 'Of precision and recall: a share above 0 and below 1.' })
  at_least?: string;
  @Text({ optional: true, max: 32, meaning: 'Of cost: what one false alarm costs, in any unit.' })
  cost_false_positive?: string;
  @Text({ optional: true, max: 32, meaning: 'Of cost: what one miss costs, in the same unit.' })
  cost_false_negative?: string;
  @Text({
    optional: true,
    max: 32,
    meaning: 'Of a score: the least observed value that counts as found; the highest level when left out.',
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
  @Shape({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }, { meaning: 'Wilson, 95 %.' })
  interval: [number, number];
  @Num({ min: 0, max: 1, meaning: 'One-sided 95 % bound: what `holds` stands on.' }) at_least: number;
}

export class CurvePointView {
  @Num() threshold: number;
  @Num() flagged: number;
  @Num() precision: number;
  @Num() recall: number;
}

/** A threshold that labelled answers recommend. Nothing is changed by asking. */
export class ThresholdRecommendation {
  @Int({ min: 1 }) version: number;
  @Text({ nullable: true, meaning: 'The epoch whose answers it stands on.' }) engine_version: string | null;
  @Text() on: string;
  @Text() target: string;
  @Num({ nullable: true, meaning: 'Answers at or above it are flagged; null flags none.' }) threshold: number | null;
  @Bool({
    nullable: true,
    meaning: 'The 95 % bound reaches the target. False: the target is only met in these labels. Null for cost.',
  })
  holds: boolean | null;
  @Int({ meaning: 'Labelled answers it stands on.' }) n: number;
  @Int({ meaning: 'Of them, those that came true.' }) positives: number;
  @Num({ meaning: 'Share of answers it would flag.' }) flagged: number;
  @Nested(() => ShareEstimate, { nullable: true }) precision: ShareEstimate | null;
  @Nested(() => ShareEstimate, { nullable: true }) recall: ShareEstimate | null;
  @Num({ nullable: true, meaning: 'Of cost: its sum over the labelled answers.' }) cost: number | null;
  @Int({
    nullable: true,
    meaning: 'About how many labels a threshold that holds needs; null when it holds or more would not do.',
  })
  labels_needed: number | null;
  @Bool({ meaning: 'Stands on a fixed share of more than 100,000 labels.' }) sampled: boolean;
  @ListOf(() => CurvePointView, { max: 200, meaning: 'By threshold, descending.' }) curve: CurvePointView[];
}

export const recommendThreshold = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.threshold.recommend.v1',
  why: 'A threshold that keeps a promise, from labelled answers.',
  query: RecommendThreshold,
  reply: ThresholdRecommendation,
});

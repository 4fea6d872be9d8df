import { Bool, Int, ListOf, Num, OneOf, Shape, Text } from '../field';
import { Interval } from './interval';
import type { IntervalView } from './interval';

export const segmentKinds = ['value', 'other', 'none', 'not_kept'] as const;
export type SegmentKind = (typeof segmentKinds)[number];

/** Labels whose documents had one value of an attribute when they were bound, as the report's `read_with` reads them. */
export class SegmentView {
  @OneOf(segmentKinds, {
    meaning:
      '`value`; `other` values past the twenty with most labels; `none`: the document had no such attribute, or null; `not_kept`: a label of before attributes were kept, of a document that is deleted, or a value that is a list or too long to keep.',
  })
  kind: SegmentKind;
  @Shape({ type: ['string', 'number', 'boolean', 'null'] }, { meaning: 'Null unless `kind` is `value`.' })
  value: string | number | boolean | null;
  @Int() labels: number;
  @Int({ meaning: 'Documents of the labels; intervals and tests count each once.' }) documents: number;
  @Num({ nullable: true, meaning: 'For a bool: share of yes; otherwise null.' }) base_rate: number | null;
  @Num({ meaning: 'Mean p of a bool, mean probability of the likeliest class of a choice, mean score of a score.' })
  mean_read: number;
  @Num({
    meaning: 'Share of yes of a bool, share of a choice whose likeliest class came true, mean outcome of a score.',
  })
  observed: number;
  @Interval('Of `observed`: Wilson, or Student of a score, 95 %, by document; null of a score below two documents.')
  observed_interval: IntervalView | null;
  @Num({ meaning: 'Mean log loss, in nats.' }) log_loss: number;
  @Num({ meaning: '`mean_read` minus `observed`: above 0 where more is read than comes true.' }) gap: number;
  @Num({
    nullable: true,
    meaning:
      'Probability of such a gap where the reads are right, times the number of segments that have one (Bonferroni), at most 1; null below ten documents or five open outcomes.',
  })
  gap_p: number | null;
  @Bool({ meaning: 'Whether the gap is beyond noise: `gap_p` below 0.05.' }) differs: boolean;
}

/** The labels of a report by the value of one attribute. */
export class SegmentsView {
  @Text({ meaning: 'The attribute, as it was asked for.' }) by: string;
  @Int({ meaning: 'Values that labels have, also those that count as `other`.' }) distinct: number;
  @ListOf(() => SegmentView, { meaning: 'At most twenty values, most labels first, and then the other kinds.' })
  values: SegmentView[];
}

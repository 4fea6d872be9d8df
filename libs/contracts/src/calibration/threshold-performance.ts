import { Num, Shape } from '../field';
import { Interval } from './interval';
import type { IntervalView } from './interval';

/** Performance of a threshold in force on the raw answers; labels of the review queue are weighted. */
export class ThresholdPerformance {
  @Shape({ type: ['number', 'object'] }, { named: 'Threshold', meaning: 'The threshold in force, as it was set.' })
  threshold: number | object;
  @Num({ meaning: 'Share of labelled answers that meet the threshold.' }) flagged: number;
  @Num({ nullable: true, meaning: 'Null when no answer meets the threshold.' }) precision: number | null;
  @Interval('Wilson, 95 %.') precision_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'One-sided 95 % bound.' }) precision_at_least: number | null;
  @Num({ nullable: true, meaning: 'Null when no label is positive.' }) recall: number | null;
  @Interval('Wilson, 95 %.') recall_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'One-sided 95 % bound.' }) recall_at_least: number | null;
}

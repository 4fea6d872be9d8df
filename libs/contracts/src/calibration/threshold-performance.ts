import { Int, Num, Shape } from '../field';
import { Interval } from './interval';
import type { IntervalView } from './interval';
import { SpeaksForField } from './speaks-for';
import type { SpeaksFor } from './speaks-for';

/** Performance of a threshold in force on the raw answers, labels weighted to stand for all answers. */
export class ThresholdPerformance {
  @Shape({ type: ['number', 'object'] }, { named: 'Threshold', meaning: 'The threshold in force, as it was set.' })
  threshold: number | object;
  @Int({ optional: true, meaning: 'Labels that it was counted on. Left out by builds from before it.' }) n?: number;
  @Int({ optional: true, meaning: 'Documents of these labels.' }) documents?: number;
  @Num({
    meaning:
      'Share of all current answers that meet the threshold. Of labelled answers where the current ones were not counted, and for thresholds ' +
      'on a feature, on an option or with `lte`.',
  })
  flagged: number;
  @SpeaksForField('precision and recall speak') speaks_for?: SpeaksFor;
  @Num({ nullable: true, meaning: 'Null when no answer meets the threshold.' }) precision: number | null;
  @Interval('Wilson, 95 %, by document.') precision_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'One-sided 95 % bound.' }) precision_at_least: number | null;
  @Num({ nullable: true, meaning: 'Null when no label is positive.' }) recall: number | null;
  @Interval('Wilson, 95 %, by document.') recall_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'One-sided 95 % bound.' }) recall_at_least: number | null;
}

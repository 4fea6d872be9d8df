import { Num, Shape } from '../field';
import { ends } from './interval';
import type { IntervalView } from './interval';

/** What always saying the base rate reaches: for each label the share of yes, or the shares of the classes, among other documents. */
export class BaseRateMetrics {
  @Num({ meaning: 'In nats.' }) log_loss: number;
  @Shape(ends, { meaning: 'Student, skewness removed, 95 %.' }) log_loss_interval: IntervalView | null;
  @Num({ meaning: 'In [0, 1] for a bool; for several classes their sum, in [0, 2].' }) brier: number;
  @Shape(ends, { meaning: 'Student, skewness removed, 95 %.' }) brier_interval: IntervalView | null;
  @Num({
    meaning: 'Share of the labels that are of the commonest class; for a score, of the level nearest to the mean.',
  })
  accuracy: number;
  @Shape(ends, { meaning: 'Wilson, 95 %.' }) accuracy_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'For a score: share of the labels that are of the commonest level.' })
  accuracy_of_value: number | null;
  @Shape(ends, { meaning: 'Wilson, 95 %.' }) accuracy_of_value_interval: IntervalView | null;
  @Num({
    nullable: true,
    meaning: "For a score: mean distance of the labels' mean to each number, in the levels' unit.",
  })
  mean_absolute_error: number | null;
}

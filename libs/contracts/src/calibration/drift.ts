import { Bool, Int, Num, Stamp } from '../field';
import { Interval } from './interval';
import type { IntervalView } from './interval';

/** Compares labels observed in the last 30 days with the loss that the fit promised. */
export class DriftView {
  @Stamp() since: string;
  @Stamp() until: string;
  @Int() labels: number;
  @Num({ meaning: 'Mean log loss of these labels, each read held out.' }) log_loss: number;
  @Num({ meaning: 'Held-out log loss when the fit was made.' }) expected_log_loss: number;
  @Interval('Student, skewness removed, 95 %, of `log_loss`.') log_loss_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'For a bool: mean read.' }) mean_p: number | null;
  @Num({ nullable: true, meaning: 'For a bool: share of yes.' }) observed: number | null;
  @Bool({
    meaning:
      'True when the whole interval lies above the expected loss: the labels are worse than promised, beyond noise.',
  })
  worse: boolean;
}

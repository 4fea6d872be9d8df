import { BaseRateMetrics } from './base-rate';
import { Bool, Int, ListOf, Nested, Num, Shape, Text } from '../field';
import { Interval, ends } from './interval';
import type { IntervalView } from './interval';
import { SpeaksForField } from './speaks-for';
import type { SpeaksFor } from './speaks-for';

/** One bin of a reliability diagram. Bins hold equal numbers of labels, as far as ties allow. */
export class BinView {
  @Num({ meaning: 'Lowest read in the bin.' }) low: number;
  @Num({ meaning: 'Highest read in the bin.' }) high: number;
  @Int({ meaning: 'Labels in it.' }) n: number;
  @Int({ optional: true, meaning: 'Documents of its labels. Left out of figures from before it.' }) documents?: number;
  @Num({ meaning: 'Share of all labels, weighted, in (0, 1].' }) occupancy: number;
  @Num({ meaning: 'Weighted mean.' }) mean_p: number;
  @Num({ meaning: 'Share of its labels that came true, weighted.' }) observed: number;
  @Interval('Clopper and Pearson, 95 %, by document, of `observed`.') interval: IntervalView;
}

export class NoiseFloorView {
  @Num({ meaning: 'Mean calibration error that perfectly calibrated reads would show.' }) mean: number;
  @Num({ meaning: '95th percentile of the calibration error of perfectly calibrated reads.' }) high: number;
}

/**
 * Metrics of one reading, labels weighted to stand for all answers, intervals by document. A metric is null when the labels or the
 * judgment's type do not allow it.
 */
export class HeldOutMetrics {
  @Num({ meaning: 'In nats.' }) log_loss: number;
  @Interval('Student by document, skewness removed, 95 %.') log_loss_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'In [0, 1] for a bool; for several classes their sum, in [0, 2].' })
  brier: number | null;
  @Interval('Student by document, skewness removed, 95 %.') brier_interval: IntervalView | null;
  @Num({
    nullable: true,
    meaning: 'Debiased, bins of equal mass; for several classes of the most probable one; null below 50 labels.',
  })
  ece: number | null;
  @Interval(
    'Always null: a figure that is folded at 0 has no interval that covers. Compare `ece` with `ece_noise_floor`.',
  )
  ece_interval: IntervalView | null;
  @Nested(() => NoiseFloorView, { nullable: true }) ece_noise_floor: NoiseFloorView | null;
  @Num({
    nullable: true,
    meaning: 'Plug-in estimate, ten bins of equal width. Biased upward; use it only to compare with published figures.',
  })
  ece_equal_width: number | null;
  @Num({
    nullable: true,
    meaning:
      'For a bool. Of calibrated reads in the order in which the fit puts answers: 0.5 where it reads all the same.',
  })
  auroc: number | null;
  @Interval('DeLong, 95 %; where documents have several labels, or labels are weighted, by Obuchowski.')
  auroc_interval: IntervalView | null;
  @Num({ nullable: true }) precision_at_5: number | null;
  @Interval('Clopper-Pearson, 95 %, by document.') precision_at_5_interval: IntervalView | null;
  @Num({ nullable: true }) precision_at_10: number | null;
  @Interval('Clopper-Pearson, 95 %, by document.') precision_at_10_interval: IntervalView | null;
  @Num({ meaning: 'Share of labels whose likeliest value came true; for a score, whose level nearest to `score` did.' })
  accuracy: number;
  @Interval('Wilson, 95 %, by document.') accuracy_interval: IntervalView | null;
  @Num({
    optional: true,
    nullable: true,
    meaning:
      'For a score: share of labels whose likeliest level, which is `value`, came true; reports from before it have none.',
  })
  accuracy_of_value?: number | null;
  @Shape(ends, { optional: true, meaning: 'Wilson, 95 %, by document.' })
  accuracy_of_value_interval?: IntervalView | null;
  @Num({ nullable: true, meaning: "For a score: mean distance to the observed number, in the levels' unit." })
  mean_absolute_error: number | null;
  @Num({ nullable: true, meaning: 'For a score: quadratic weighted kappa of the nearest levels.' }) kappa:
    number | null;
}

/** Metrics of held-out reads: each label is read by a fit that does not know it. Raw reads need no fit. */
export class HeldOutView {
  @SpeaksForField('`raw` and `calibrated` speak') speaks_for?: SpeaksFor;
  @Nested(() => HeldOutMetrics, {
    nullable: true,
    meaning: 'Metrics of the answers as the engine gave them; null without labels.',
  })
  raw: HeldOutMetrics | null;
  @Nested(() => HeldOutMetrics, {
    nullable: true,
    meaning: 'Metrics of the answers as the fit reads them; null without a fit.',
  })
  calibrated: HeldOutMetrics | null;
  @Num({
    nullable: true,
    meaning:
      'Log loss of the features alone, for a judgment with features. Null for one tenant of a template and beside a filter.',
  })
  features_only: number | null;
  @Nested(() => BaseRateMetrics, {
    optional: true,
    nullable: true,
    meaning:
      'Metrics of always saying the base rate, held out too. Null without labels and where each answer has options of its own; reports from before it have none.',
  })
  base_rate?: BaseRateMetrics | null;
  @Num({
    optional: true,
    nullable: true,
    meaning:
      '1 - log loss of the reads in use (`calibrated` unless `read_with` is raw) / log loss of the base rate: 0 is no better.',
  })
  skill?: number | null;
  @Shape(ends, { optional: true, meaning: 'By document, the losses in pairs, 95 %.' })
  skill_interval?: IntervalView | null;
}

export class RawMetrics {
  @Num({ nullable: true, meaning: 'Mean of -ln of the probability given to what happened, in nats.' })
  log_loss: number | null;
  @Num({ nullable: true }) brier: number | null;
  @Num({ nullable: true }) accuracy: number | null;
}

export class ReadingCandidate {
  @Text({
    meaning: '`raw`, `platt`, `beta`, `isotonic`, `parts`, `features`, `temperature`, `bias`, `vector` or `ordinal`.',
  })
  map: string;
  @Num({ meaning: 'Mean cross-fitted log loss, in nats.' }) log_loss: number;
  @Bool() chosen: boolean;
}

/** The candidate maps of a fit. The least of several losses is too optimistic: `held_out` says what to expect. */
export class FitChoiceView {
  @Bool({ meaning: 'Always false: the chosen loss is the least of several losses on the same labels.' })
  out_of_sample: boolean;
  @ListOf(() => ReadingCandidate) candidates: ReadingCandidate[];
}

export class ClassCount {
  @Text({ nullable: true, meaning: 'An option, or a level as text; null is the escape.' }) value: string | null;
  @Int() labels: number;
  @Num({ meaning: 'Share of labels, weighted.' }) share: number;
  @Num({ meaning: 'Mean probability that the raw answers gave it, weighted.' }) mean_p: number;
}

import { Bool, Int, ListOf, MapOf, Nested, Num, OneOf, Shape, Stamp, Text, Values } from '../field';
import { judgmentTypes } from '@app/definition';
import type { JudgmentType } from '@app/definition';

/** Lower and upper end of a 95 % interval. */
export type IntervalView = [number, number];
const ends = { type: ['array', 'null'], items: { type: 'number' }, minItems: 2, maxItems: 2 };
const interval = (meaning: string) => Shape(ends, { meaning });

export class SourceCounts {
  @Int() posted: number;
  @Int() queue: number;
  @Int() rule: number;
  @Int() implicit: number;
}
export class LabelCounts {
  @Int() count: number;
  @Nested(() => SourceCounts) by_source: SourceCounts;
  @Int() hindsight: number;
}
export class ReportLabels extends LabelCounts {
  @Int({ meaning: 'Labels that the figures use; of more than 100,000 a fixed sample.' }) used: number;
  @Bool() sampled: boolean;
  @Nested(() => LabelFilterView, {
    nullable: true,
    meaning: 'What the report was filtered to; null when it takes every label.',
  })
  outcomes: LabelFilterView | null;
}

/** Labels and outcomes that the figures leave out, by reason. */
export class ExcludedLabels {
  @Int({ meaning: 'Labels of the same version that were judged in another epoch of the engine.' }) other_epoch: number;
  @Int({ meaning: 'Labels replaced by a label on the same answer that was observed later.' }) superseded: number;
  @Int({ meaning: 'Labels left out by `sources`, `since` or `until`.' }) filtered: number;
  @Int({ meaning: "Labels in non-production namespaces, in a template's report." }) non_production: number;
  @Int({ meaning: 'Labels whose answer has no number to compare with.' }) no_number: number;
  @Int({ meaning: 'Labels whose value is no option or level of this version.' }) option_gone: number;
  @Int({ meaning: 'Outcomes that label no answer.' }) unmatched: number;
}

/** One bin of a reliability diagram. Bins hold equal numbers of labels, as far as ties allow. */
export class BinView {
  @Num({ meaning: 'Lowest read in the bin.' }) low: number;
  @Num({ meaning: 'Highest read in the bin.' }) high: number;
  @Int() n: number;
  @Num({ meaning: 'Share of all labels, in (0, 1].' }) occupancy: number;
  @Num() mean_p: number;
  @Num({ meaning: 'Share of its labels that came true.' }) observed: number;
  @interval('Clopper and Pearson, 95 %, of `observed`.') interval: IntervalView;
}
export class NoiseFloorView {
  @Num({ meaning: 'Mean calibration error that perfectly calibrated reads would show.' }) mean: number;
  @Num({ meaning: '95th percentile of the calibration error of perfectly calibrated reads.' }) high: number;
}

/** Which labels a figure takes. */
export class LabelFilterView {
  @Values({ type: 'string' }, { nullable: true, meaning: 'Sources of the labels; null means every source.' })
  sources: string[] | null;
  @Stamp({ nullable: true, meaning: 'Labels observed at or after this time.' }) since: string | null;
  @Stamp({ nullable: true, meaning: 'Labels observed before this time.' }) until: string | null;
}

/** Metrics of one reading; a metric is null when the labels or the judgment's type do not allow it. */
export class HeldOutMetrics {
  @Num({ meaning: 'In nats.' }) log_loss: number;
  @interval('Student, skewness removed, 95 %.') log_loss_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'In [0, 1] for a bool; for several classes their sum, in [0, 2].' })
  brier: number | null;
  @interval('Student, skewness removed, 95 %.') brier_interval: IntervalView | null;
  @Num({
    nullable: true,
    meaning: 'Debiased, bins of equal mass; for several classes of the most probable one; null below 50 labels.',
  })
  ece: number | null;
  @interval(
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
  @interval('DeLong, 95 %.') auroc_interval: IntervalView | null;
  @Num({ nullable: true }) precision_at_5: number | null;
  @interval('Clopper-Pearson, 95 %.') precision_at_5_interval: IntervalView | null;
  @Num({ nullable: true }) precision_at_10: number | null;
  @interval('Clopper-Pearson, 95 %.') precision_at_10_interval: IntervalView | null;
  @Num() accuracy: number;
  @interval('Wilson, 95 %.') accuracy_interval: IntervalView | null;
  @Num({ nullable: true, meaning: "For a score: mean distance to the observed number, in the levels' unit." })
  mean_absolute_error: number | null;
  @Num({ nullable: true, meaning: 'For a score: quadratic weighted kappa of the nearest levels.' }) kappa:
    number | null;
}
/** Metrics of held-out reads: each label is read by a fit that does not know it. Raw reads need no fit. */
export class HeldOutView {
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
}

/** Performance of a threshold in force on the raw answers; labels of the review queue are weighted. */
export class ThresholdPerformance {
  @Shape({ type: ['number', 'object'] }, { named: 'Threshold', meaning: 'The threshold in force, as it was set.' })
  threshold: number | object;
  @Num({ meaning: 'Share of labelled answers that meet the threshold.' }) flagged: number;
  @Num({ nullable: true, meaning: 'Null when no answer meets the threshold.' }) precision: number | null;
  @interval('Wilson, 95 %.') precision_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'One-sided 95 % bound.' }) precision_at_least: number | null;
  @Num({ nullable: true, meaning: 'Null when no label is positive.' }) recall: number | null;
  @interval('Wilson, 95 %.') recall_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'One-sided 95 % bound.' }) recall_at_least: number | null;
}

/** Compares labels observed in the last 30 days with the loss that the fit promised. */
export class DriftView {
  @Stamp() since: string;
  @Stamp() until: string;
  @Int() labels: number;
  @Num({ meaning: 'Mean log loss of these labels, each read held out.' }) log_loss: number;
  @Num({ meaning: 'Held-out log loss when the fit was made.' }) expected_log_loss: number;
  @interval('Student, skewness removed, 95 %, of `log_loss`.') log_loss_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'For a bool: mean read.' }) mean_p: number | null;
  @Num({ nullable: true, meaning: 'For a bool: share of yes.' }) observed: number | null;
  @Bool({
    meaning:
      'True when the whole interval lies above the expected loss: the labels are worse than promised, beyond noise.',
  })
  worse: boolean;
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
  @Num({ meaning: 'Share of labels.' }) share: number;
  @Num({ meaning: 'Mean probability that the raw answers gave it.' }) mean_p: number;
}
export class ReportNotice {
  @Text({
    meaning:
      '`no_fit`, `few_labels` (below 50), `one_class`, `queue_labels`, `sampled`, `worse_than_raw`, `drifted` (`drift.worse`), ' +
      '`ranks_backwards` (the interval of raw AUROC lies below 0.5), `ranks_nothing` (it holds 0.5, and nine in ten calibrated reads lie within 0.1), ' +
      '`still_miscalibrated` (the calibrated `ece` is above three times the mean of its noise floor), `stands_since`.',
  })
  code: string;
  @Text() message: string;
}

export class RawMetrics {
  @Num({ nullable: true, meaning: 'Mean of -ln of the probability given to what happened, in nats.' })
  log_loss: number | null;
  @Num({ nullable: true }) brier: number | null;
  @Num({ nullable: true }) accuracy: number | null;
}

/** How right the answers of the active version are, in one epoch of its engine. Figures are out of sample unless marked. */
export class CalibrationReport {
  @Int({ nullable: true }) version: number | null;
  @Text({ nullable: true, meaning: 'The epoch of the labels; null without labels.' }) engine_version: string | null;
  @OneOf(judgmentTypes) type: JudgmentType;
  @Text({ nullable: true }) fit: string | null;
  @Stamp({ nullable: true }) fitted_at: string | null;
  @Nested(() => LabelFilterView, {
    nullable: true,
    meaning: 'What the run filtered the labels of the fit to; null when the fit took every label, and without a fit.',
  })
  fit_outcomes: LabelFilterView | null;
  @Int({ nullable: true, meaning: 'Number of labels that the fit was made of; null without a fit.' })
  fit_labels: number | null;
  @OneOf(['raw', 'calibrated', 'features'], { meaning: 'How `calibrated` of answers is made.' })
  read_with: 'raw' | 'calibrated' | 'features';
  @Num({
    nullable: true,
    meaning: 'For a bool: share of yes, labels of the review queue weighted; null without labels.',
  })
  base_rate: number | null;
  @interval('Wilson, 95 %.') base_rate_interval: IntervalView | null;
  @ListOf(() => ClassCount, { meaning: 'Classes of a choice (the escape last) or a score; empty for a bool.' })
  classes: ClassCount[];
  @Nested(() => ReportLabels) labels: ReportLabels;
  @Nested(() => ExcludedLabels) excluded: ExcludedLabels;
  @ListOf(() => BinView, {
    meaning: 'Bins of held-out reads, made as `read_with` says; for several classes of the most probable one.',
  })
  bins: BinView[];
  @ListOf(() => BinView, { meaning: 'Bins of the raw answers.' }) raw_bins: BinView[];
  @Values(
    { type: 'integer', minimum: 0 },
    {
      optional: true,
      meaning:
        'Labels by their held-out read in 20 bins of equal width, from 0 to 1; reports from before it have none.',
    },
  )
  histogram?: number[];
  @Values({ type: 'integer', minimum: 0 }, { optional: true, meaning: 'The same of the raw answers.' })
  raw_histogram?: number[];
  @Nested(() => HeldOutView) held_out: HeldOutView;
  @Nested(() => RawMetrics, { meaning: 'Three metrics of `held_out.raw`; null without labels.' }) raw: RawMetrics;
  @MapOf(() => ThresholdPerformance, { meaning: 'By name of the threshold.' }) thresholds: Record<
    string,
    ThresholdPerformance
  >;
  @Nested(() => DriftView, { nullable: true, meaning: 'Null without a fit, or without labels of the last 30 days.' })
  drift: DriftView | null;
  @Nested(() => FitChoiceView, { nullable: true }) choice: FitChoiceView | null;
  @ListOf(() => ReportNotice) notices: ReportNotice[];
  @Stamp({ meaning: 'When the figures were counted.' }) computed_at: string;
}

import { Bool, Int, ListOf, MapOf, Nested, Num, OneOf, Shape, Stamp, Text } from './field';
import { judgmentTypes } from '@app/definition';
import type { JudgmentType } from '@app/definition';

/** Two ends of a 95 % interval. */
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
  @Int({ meaning: 'Labels the figures stand on: of more than 100,000 a fixed sample.' }) used: number;
  @Bool() sampled: boolean;
}

/** Labels and outcomes that the figures do not stand on, by why. */
export class ExcludedLabels {
  @Int({ meaning: 'Of the same version, judged in another epoch of the engine.' }) other_epoch: number;
  @Int({ meaning: 'Another label on the same answer was observed later.' }) superseded: number;
  @Int({ meaning: 'Left out by `sources`, `since` or `until`.' }) filtered: number;
  @Int({ meaning: 'Of namespaces under a non-production prefix, in the pool of a template.' }) non_production: number;
  @Int({ meaning: 'The answer has no number that the label could be held against.' }) no_number: number;
  @Int({ meaning: 'What happened is no option or level of this version.' }) option_gone: number;
  @Int({ meaning: 'Outcomes that label no answer.' }) unmatched: number;
}

/** One bin of a reliability diagram: equal in number as ties allow. */
export class BinView {
  @Num({ meaning: 'Least read in it.' }) low: number;
  @Num({ meaning: 'Greatest read in it.' }) high: number;
  @Int() n: number;
  @Num({ meaning: 'Share of all labels, in (0, 1].' }) occupancy: number;
  @Num() mean_p: number;
  @Num({ meaning: 'Share of them that came true.' }) observed: number;
  @interval('Wilson, 95 %, of `observed`.') interval: IntervalView;
}
export class NoiseFloorView {
  @Num({ meaning: 'What reads that are exactly right would show on average.' }) mean: number;
  @Num({ meaning: '95 % of perfect reads stay at or below it.' }) high: number;
}

/** Figures of one reading; each null where the labels, or the type of the judgment, give none. */
export class HeldOutMetrics {
  @Num({ meaning: 'Nats.' }) log_loss: number;
  @interval('Student, 95 %.') log_loss_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'Of a bool in [0, 1]; of several classes their sum, in [0, 2].' })
  brier: number | null;
  @interval('Student, 95 %.') brier_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'Debiased, equal mass; of several classes on the likeliest; null below 50 labels.' })
  ece: number | null;
  @interval('Bootstrap, 95 %.') ece_interval: IntervalView | null;
  @Nested(() => NoiseFloorView, { nullable: true }) ece_noise_floor: NoiseFloorView | null;
  @Num({
    nullable: true,
    meaning: 'Plug-in, ten bins of equal width: biased upward, for comparison with published figures only.',
  })
  ece_equal_width: number | null;
  @Num({ nullable: true }) auroc: number | null;
  @interval('DeLong, 95 %.') auroc_interval: IntervalView | null;
  @Num({ nullable: true }) precision_at_5: number | null;
  @interval('Wilson, 95 %.') precision_at_5_interval: IntervalView | null;
  @Num({ nullable: true }) precision_at_10: number | null;
  @interval('Wilson, 95 %.') precision_at_10_interval: IntervalView | null;
  @Num() accuracy: number;
  @interval('Wilson, 95 %.') accuracy_interval: IntervalView | null;
  @Num({ nullable: true, meaning: "Of a score: mean distance, in the levels' unit." }) mean_absolute_error:
    number | null;
  @Num({ nullable: true, meaning: 'Of a score: quadratic weighted kappa of the nearest levels.' }) kappa: number | null;
}
/** Each label read by a fit made without it; raw reads are fitted on nothing. */
export class HeldOutView {
  @Nested(() => HeldOutMetrics, {
    nullable: true,
    meaning: 'The answers as the engine gave them; null without labels.',
  })
  raw: HeldOutMetrics | null;
  @Nested(() => HeldOutMetrics, { nullable: true, meaning: 'As the fit reads them; null while there is none.' })
  calibrated: HeldOutMetrics | null;
  @Num({ nullable: true, meaning: 'Log loss of the features alone, on a judgment with features.' }) features_only:
    number | null;
}

/** A threshold in force, on the raw answers. */
export class ThresholdPerformance {
  @Num({ meaning: 'Share of labelled answers that meet it.' }) flagged: number;
  @Num({ nullable: true, meaning: 'Null when none meets it.' }) precision: number | null;
  @interval('Wilson, 95 %.') precision_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'One-sided 95 % bound.' }) precision_at_least: number | null;
  @Num({ nullable: true, meaning: 'Null when nothing it could have found happened.' }) recall: number | null;
  @interval('Wilson, 95 %.') recall_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'One-sided 95 % bound.' }) recall_at_least: number | null;
}

/** Labels observed in the last 30 days against what the fit promised. */
export class DriftView {
  @Stamp() since: string;
  @Stamp() until: string;
  @Int() labels: number;
  @Num({ meaning: 'Mean log loss of these labels, none of them read by a fit that knew it.' }) log_loss: number;
  @Num({ meaning: 'Held-out log loss when the fit was made.' }) expected_log_loss: number;
  @interval('Student, 95 %, of `log_loss`.') log_loss_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'Of a bool: mean read.' }) mean_p: number | null;
  @Num({ nullable: true, meaning: 'Of a bool: share of yes.' }) observed: number | null;
  @Bool({ meaning: 'The interval leaves the expected loss below it: worse than promised, beyond noise.' })
  worse: boolean;
}

export class ReadingCandidate {
  @Text({ meaning: '`raw`, `platt`, `beta`, `isotonic`, `features`, `temperature`, `bias`, `vector` or `ordinal`.' })
  map: string;
  @Num({ meaning: 'Mean cross-fitted log loss, nats.' }) log_loss: number;
  @Bool() chosen: boolean;
}
/** What the fit's choice stood on. The least of several figures flatters itself: read `held_out` for what to expect. */
export class FitChoiceView {
  @Bool({ meaning: 'Always false: the chosen loss is the least of several on the same labels.' })
  out_of_sample: boolean;
  @ListOf(() => ReadingCandidate) candidates: ReadingCandidate[];
}
export class ClassCount {
  @Text({ nullable: true, meaning: 'Option, or level as printed; null is the escape.' }) value: string | null;
  @Int() labels: number;
  @Num({ meaning: 'Share of labels.' }) share: number;
  @Num({ meaning: 'Mean probability the raw answers gave it.' }) mean_p: number;
}
export class ReportNotice {
  @Text({ meaning: '`no_fit`, `few_labels`, `one_class`, `sampled`, `ranks_backwards`, `stands_since`.' }) code: string;
  @Text() message: string;
}

export class RawMetrics {
  @Num({ nullable: true, meaning: 'Mean of -ln of the probability given to what happened, nats.' })
  log_loss: number | null;
  @Num({ nullable: true }) brier: number | null;
  @Num({ nullable: true }) accuracy: number | null;
}

/** How right the answers are: of the active version, in one epoch of its engine. Every figure is out of sample, or says so. */
export class CalibrationReport {
  @Int({ nullable: true }) version: number | null;
  @Text({ nullable: true, meaning: 'The one epoch of the labels; null without labels.' }) engine_version: string | null;
  @OneOf(judgmentTypes) type: JudgmentType;
  @Text({ nullable: true }) fit: string | null;
  @Stamp({ nullable: true }) fitted_at: string | null;
  @OneOf(['raw', 'calibrated', 'features'], { meaning: 'What `calibrated` of answers is read with.' })
  read_with: 'raw' | 'calibrated' | 'features';
  @Num({ nullable: true, meaning: 'Share of yes among labels (bool); null without labels.' }) base_rate: number | null;
  @interval('Wilson, 95 %.') base_rate_interval: IntervalView | null;
  @ListOf(() => ClassCount, { meaning: 'Of a choice (the escape last) or a score; empty for a bool.' })
  classes: ClassCount[];
  @Nested(() => ReportLabels) labels: ReportLabels;
  @Nested(() => ExcludedLabels) excluded: ExcludedLabels;
  @ListOf(() => BinView, {
    meaning: 'Held-out reads as `read_with` says; of several classes the likeliest one and whether it came true.',
  })
  bins: BinView[];
  @ListOf(() => BinView, { meaning: 'The same of the raw answers.' }) raw_bins: BinView[];
  @Nested(() => HeldOutView) held_out: HeldOutView;
  @Nested(() => RawMetrics, { meaning: 'Three figures of `held_out.raw`, null without labels.' }) raw: RawMetrics;
  @MapOf(() => ThresholdPerformance, { meaning: 'By name, at the bounds in force.' }) thresholds: Record<
    string,
    ThresholdPerformance
  >;
  @Nested(() => DriftView, { nullable: true, meaning: 'Null without a fit, or without labels of the last 30 days.' })
  drift: DriftView | null;
  @Nested(() => FitChoiceView, { nullable: true }) choice: FitChoiceView | null;
  @ListOf(() => ReportNotice) notices: ReportNotice[];
  @Stamp({ meaning: 'When the figures were counted.' }) computed_at: string;
}

import { Int, ListOf, MapOf, Nested, Num, OneOf, Stamp, Text, Values } from '../field';
import { judgmentTypes } from '@app/definition';
import type { JudgmentType } from '@app/definition';
import { AgreementView } from './agreement';
import { AnswersBesideView } from './answers-beside';
import { DriftView } from './drift';
import { BinView, ClassCount, FitChoiceView, HeldOutView, RawMetrics } from './held-out';
import { Interval } from './interval';
import type { IntervalView } from './interval';
import { ConfusedValues, LevelBiasView, WrongLabel } from './mistakes';
import { ReportNotice } from './notice';
import { RepeatabilityView } from './repeatability';
import { ExcludedLabels, LabelFilterView, ReportLabels } from './report-labels';
import { SegmentsView } from './segments';
import { SpeaksForField } from './speaks-for';
import type { SpeaksFor } from './speaks-for';
import { ThresholdPerformance } from './threshold-performance';
import { VerdictView } from './verdict';
import { EngineSourceField } from '../engines/source-field';
import type { EngineSource } from '../engines/views';

/** How right the answers of the active version are, in one epoch of its engine. Figures are out of sample unless marked. */
export class CalibrationReport {
  @Int({ nullable: true }) version: number | null;
  @Text({ nullable: true, meaning: 'The epoch of the labels; null without labels.' }) engine_version: string | null;
  @EngineSourceField() engine_source?: EngineSource | null;
  @Int({
    optional: true,
    meaning:
      'How the figures were counted: 1 each label once; 2 labels weighted to stand for all answers, documents as the unit. Figures stored with a fit keep theirs.',
  })
  rule?: number;
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
    meaning: 'For a bool: share of yes, labels weighted to stand for all answers; null without labels.',
  })
  base_rate: number | null;
  @Interval('Wilson, 95 %, by document.') base_rate_interval: IntervalView | null;
  @ListOf(() => ClassCount, { meaning: 'Classes of a choice (the escape last) or a score; empty for a bool.' })
  classes: ClassCount[];
  @SpeaksForField('`base_rate`, `classes` and the bins speak') speaks_for?: SpeaksFor;
  @Nested(() => AnswersBesideView, {
    optional: true,
    nullable: true,
    meaning:
      'The labels beside all current answers; null without labels, and where the answers were not counted (notice `answers_not_counted`). ' +
      'Left out by builds from before it.',
  })
  answers?: AnswersBesideView | null;
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
  @Nested(() => DriftView, {
    nullable: true,
    meaning: 'Null without a fit, or without labels of the last 30 days; nothing is tested where it has a `reason`.',
  })
  drift: DriftView | null;
  @Nested(() => AgreementView, {
    optional: true,
    nullable: true,
    meaning:
      'How far several authors of labels agree; null below 20 answers that two have labelled, and for a filtered report that stands since its fit. Reports from before it have none.',
  })
  agreement?: AgreementView | null;
  @Nested(() => FitChoiceView, { nullable: true }) choice: FitChoiceView | null;
  @ListOf(() => ConfusedValues, {
    optional: true,
    max: 169,
    meaning:
      'Of a choice, by the reads in use: each observed value with the likeliest one. Beyond twelve options the 50 pairs that are confused most; else empty.',
  })
  confusion?: ConfusedValues[];
  @ListOf(() => LevelBiasView, { optional: true, meaning: 'Of a score, by the reads in use; else empty.' })
  level_bias?: LevelBiasView[];
  @ListOf(() => WrongLabel, {
    optional: true,
    max: 20,
    meaning:
      'Labels whose likeliest value did not come true, those first whose observed value was read as the least probable.',
  })
  errors?: WrongLabel[];
  @Nested(() => VerdictView, { optional: true }) verdict?: VerdictView;
  @Nested(() => RepeatabilityView, {
    optional: true,
    nullable: true,
    meaning: 'What the engine said when it was asked again, of this version and epoch; null before such a run.',
  })
  repeatability?: RepeatabilityView | null;
  @Nested(() => SegmentsView, { optional: true, meaning: 'Only with `by`.' }) segments?: SegmentsView;
  @ListOf(() => ReportNotice) notices: ReportNotice[];
  @Stamp({ meaning: 'When the figures were counted.' }) computed_at: string;
}

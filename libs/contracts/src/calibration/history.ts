import type { IntervalView } from './interval';
import { LabelCounts, LabelFilterView } from './report-labels';
import { NoiseFloorView } from './held-out';
import { SpeaksForField } from './speaks-for';
import type { SpeaksFor } from './speaks-for';
import { ListQuery } from '../shared';
import { Bool, Int, ListOf, Nested, Num, OneOf, Shape, Stamp, Text } from '../field';
import { request } from '../message';
import { EngineSourceField } from '../engines/source-field';
import type { EngineSource } from '../engines/views';

const ends = { type: ['array', 'null'], items: { type: 'number' }, minItems: 2, maxItems: 2 };

export class CalibrationHistoryQuery extends ListQuery {
  @Int({
    optional: true,
    min: 1,
    max: 104,
    meaning: 'How many weeks are looked at, this one included: 1 to 104; 26 when left out.',
  })
  weeks?: number;
}
export class ReadCalibrationHistory extends CalibrationHistoryQuery {
  @Text() namespace: string;
  @Text() judgment: string;
}

/** A fit of the past with the figures that were counted when it was made, each label read held out. */
export class PastFit {
  @Text({ meaning: 'Fit id, `fit_..`.' }) fit: string;
  @Int({ min: 1 }) version: number;
  @Text({ meaning: 'The epoch of the engine whose answers it reads.' }) engine_version: string;
  @EngineSourceField() engine_source?: EngineSource | null;
  @Bool({ meaning: 'True when the fit before it was of another epoch; false for the first.' }) new_epoch: boolean;
  @Stamp() made_at: string;
  @OneOf(['raw', 'calibrated', 'features']) read_with: 'raw' | 'calibrated' | 'features';
  @Int({
    optional: true,
    meaning:
      'How the figures were counted: 1 each label once; 2 labels weighted to stand for all answers, documents as the unit. Figures of unlike rules do not compare.',
  })
  rule?: number;
  @Nested(() => LabelCounts) labels: LabelCounts;
  @Int({ optional: true, nullable: true, meaning: 'Documents of the labels; null for a fit from before `rule` 2.' })
  documents?: number | null;
  @Nested(() => LabelFilterView, { nullable: true, meaning: 'What its labels were filtered to; null for every label.' })
  outcomes: LabelFilterView | null;
  @Num({ nullable: true, meaning: 'Of the answers as the fit reads them, in nats.' }) log_loss: number | null;
  @Shape(ends, { meaning: 'Student, skewness removed, 95 %.' }) log_loss_interval: IntervalView | null;
  @Num({ nullable: true, meaning: 'Of the answers as the engine gave them, in nats.' }) raw_log_loss: number | null;
  @Num({ nullable: true, meaning: 'Calibration error as the fit reads them; null below 50 labels.' }) ece:
    number | null;
  @Num({ nullable: true, meaning: 'Calibration error as the engine gave them; null below 50 labels.' }) raw_ece:
    number | null;
  @Nested(() => NoiseFloorView, { nullable: true }) ece_noise_floor: NoiseFloorView | null;
}
/** The labels of a week beside how their answers are read now. */
export class ReadWeek {
  @Text({ format: 'date', meaning: 'Monday of the week, UTC.' }) week: string;
  @Int({ min: 1, meaning: 'Labels that were observed in it.' }) labels: number;
  @Int({ optional: true, meaning: 'Documents of these labels.' }) documents?: number;
  @Num({ meaning: 'Weighted mean of the reads, each held out; for several classes of the most probable one.' })
  mean_read: number;
  @Num({ meaning: 'Share of the labels that came true, weighted.' }) observed: number;
  @Shape({ ...ends, type: 'array' }, { meaning: 'Wilson, 95 %, by document, of `observed`.' }) interval: IntervalView;
}
/** How the current answers of a week lay beside those of the weeks before. It needs no outcome. */
export class AnswerWeek {
  @Text({ format: 'date', meaning: 'Monday of the week, UTC.' }) week: string;
  @Stamp({ meaning: 'When they were counted last in it, for a fit or a report.' }) counted_at: string;
  @Int({ min: 0, meaning: 'Current answers with a number.' }) n: number;
  @Bool({ meaning: 'Whether they are a sample of all.' }) sampled: boolean;
  @Num({
    nullable: true,
    min: 0,
    meaning:
      'Population stability index against the mean of up to 12 weeks before, by tenth of p or of `normalized`, or by option: by custom 0.1 is some change and 0.25 much; null for the first week.',
  })
  psi: number | null;
  @Num({
    nullable: true,
    min: 0,
    max: 1,
    meaning: 'Chi-square of the same; too large rather than too small, since most answers stand in both counts.',
  })
  p: number | null;
}
export class CalibrationHistory {
  @ListOf(() => PastFit, { max: 100, meaning: 'Newest first.' }) fits: PastFit[];
  @ListOf(() => ReadWeek, {
    max: 104,
    meaning: 'Weeks with labels of the active version and its newest epoch, oldest first; on the first page alone.',
  })
  weeks: ReadWeek[];
  @SpeaksForField('`weeks` speak') speaks_for?: SpeaksFor;
  @ListOf(() => AnswerWeek, {
    optional: true,
    max: 53,
    meaning: 'Weeks in which the current answers were counted, oldest first; on the first page alone.',
  })
  answers?: AnswerWeek[];
  @Text({ nullable: true }) next_cursor: string | null;
}
export const readCalibrationHistory = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.fit.history.v1',
  why: "Lists a judgment's fits with their figures, and what was read against what was observed by week.",
  query: ReadCalibrationHistory,
  reply: CalibrationHistory,
  maxConcurrent: 16,
});

import { LabelCounts } from './report-labels';
import { FitMade } from '../documents';
import { Int, ListOf, Nested, OneOf, Stamp, Text } from '../field';
import { fact, request } from '../message';
import { CalibrationOutcomeFilter } from '../outcome-filter';
import { JobView } from '../jobs';

export class CalibrationRunBody {
  @Nested(() => CalibrationOutcomeFilter, { optional: true }) outcomes?: CalibrationOutcomeFilter;
}
export class RunCalibration {
  @Text() namespace: string;
  @Text() judgment: string;
  @Nested(() => CalibrationRunBody) run: CalibrationRunBody;
}
/** The result of a run's job. */
export class FitView {
  @Text({ meaning: 'Fit id, `fit_..`.' }) fit: string;
  @Int({ min: 1 }) version: number;
  @Text({ meaning: 'The epoch whose answers the fit reads.' }) engine_version: string;
  @OneOf(['raw', 'calibrated', 'features']) read_with: 'raw' | 'calibrated' | 'features';
  @Nested(() => LabelCounts) labels: LabelCounts;
  @Stamp() fitted_at: string;
}
export const runCalibration = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.fit.run.v1',
  why: 'Starts a job that fits a judgment now; the fit is its result.',
  query: RunCalibration,
  reply: JobView,
});

export const fitMade = fact({
  subject: 'calibration.fit.made.v1',
  why: 'A fit of one version and epoch was made; reads use it at once.',
  from: 'calibration',
  payload: FitMade,
  consumers: ['documents', 'judgments'],
  replicatedTo: ['documents', 'judgments'],
});

export class DrawnAnswer {
  @Text() namespace: string;
  @Text() document: string;
  @Text({ meaning: 'Id of an answer of record, `ans_..`.' }) answer: string;
}
/** A part of the sample of a judgment's labels from which comparisons will draw, of one version and epoch. */
export class SampleDrawn {
  @Text() organization: string;
  @Text() judgment_id: string;
  @Int({ min: 1 }) version: number;
  @Text({ nullable: true }) engine_version: string | null;
  @ListOf(() => DrawnAnswer, { max: 250 }) answers: DrawnAnswer[];
}
export const sampleDrawn = fact({
  subject: 'calibration.sample.drawn.v1',
  why: 'Labelled answers were drawn for comparisons; judgments keeps the contexts that they were answered from.',
  from: 'calibration',
  payload: SampleDrawn,
  consumers: ['judgments'],
});

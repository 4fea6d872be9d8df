import { LabelCounts } from './calibration-report';
import { FitMade } from './documents/judgment-snapshot';
import { Int, Nested, OneOf, Stamp, Text, Values } from './field';
import { fact, request } from './message';
import { JobView } from './views';

export const outcomeSources = ['posted', 'rule', 'queue', 'implicit'] as const;

/** Which outcomes a fit is made of; what is left out still counts as its answer's outcome. */
export class CalibrationOutcomeFilter {
  @Values(
    { type: 'string', enum: [...outcomeSources] },
    { optional: true, unique: true, meaning: 'Empty or left out: every source.' },
  )
  sources?: string[];
  @Stamp({ optional: true, meaning: 'Observed at or after it.' }) since?: string;
  @Stamp({ optional: true, meaning: 'Observed before it.' }) until?: string;
}
export class CalibrationRunBody {
  @Nested(() => CalibrationOutcomeFilter, { optional: true }) outcomes?: CalibrationOutcomeFilter;
}
export class RunCalibration {
  @Text() namespace: string;
  @Text() judgment: string;
  @Nested(() => CalibrationRunBody) run: CalibrationRunBody;
}
/** What the job of a run results in. */
export class FitView {
  @Text({ meaning: 'The fit, `fit_..`.' }) fit: string;
  @Int({ min: 1 }) version: number;
  @Text({ meaning: 'The epoch whose answers it reads.' }) engine_version: string;
  @OneOf(['raw', 'calibrated', 'features']) read_with: 'raw' | 'calibrated' | 'features';
  @Nested(() => LabelCounts) labels: LabelCounts;
  @Stamp() fitted_at: string;
}
export const runCalibration = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.fit.run.v1',
  why: 'Fits a judgment now: a job of which the fit is the result.',
  query: RunCalibration,
  reply: JobView,
});

export const fitMade = fact({
  subject: 'calibration.fit.made.v1',
  why: 'A fit of one version and epoch: reads show it at once.',
  from: 'calibration',
  payload: FitMade,
  consumers: ['documents'],
  replicatedTo: ['documents'],
});

import { DriftTestView, LabelCounts } from '../calibration';
import { Bool, Int, ListOf, MapOf, Nested, Num, Text } from '../field';

/** What a fit of a composite judgment moves at a threshold. */
export class FlaggedShiftView {
  @Num({
    min: 0,
    max: 1,
    meaning: 'Share flagged as the fit before combined the answers; before the first fit, as their mean.',
  })
  flagged_before: number;
  @Num({ min: 0, max: 1, meaning: 'Share flagged as the new fit combines them.' }) flagged_after: number;
}

/** A judgment got a new fit. */
export class FittedEventData {
  @Text({ meaning: 'The namespace or template prefix of the judgment.' }) namespace: string;
  @Text({ meaning: "The judgment's name." }) judgment: string;
  @Int({ min: 1 }) version: number;
  @Text({ meaning: 'The epoch whose answers the fit reads.' }) engine_version: string;
  @Text({ meaning: 'Fit id, `fit_..`.' }) fit: string;
  @Nested(() => LabelCounts, { meaning: 'The labels of the fit.' }) labels: LabelCounts;
  @Bool({
    meaning:
      'Whether the labels of the last 30 days are not what a fit from before them reads, beyond noise: `drift.worse` of the report.',
  })
  drift_worse: boolean;
  @MapOf(() => FlaggedShiftView, {
    optional: true,
    meaning:
      'Of a composite judgment, by name of the threshold: what share of the labelled answers it flags before and after. The fit combines every answer anew, so documents may change side. Left out for other judgments, whose thresholds a fit does not move.',
  })
  thresholds?: Record<string, FlaggedShiftView>;
  @ListOf(() => DriftTestView, {
    max: 3,
    meaning: '`drift.tests` of the report; empty where nothing was tested, and absent from events of earlier versions.',
  })
  drift_tests: DriftTestView[];
}

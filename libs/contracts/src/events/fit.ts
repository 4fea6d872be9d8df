import { LabelCounts } from '../calibration';
import { Bool, Int, Nested, Text } from '../field';

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
      'Whether the labels of the last 30 days were read worse than the fit promises, beyond noise: `drift.worse` of the report.',
  })
  drift_worse: boolean;
}

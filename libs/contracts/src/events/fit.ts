import { LabelCounts } from '../calibration-report';
import { Int, Nested, Text } from '../field';

/** A judgment's calibration was fitted. */
export class FittedEventData {
  @Text({ meaning: 'The namespace or template prefix of the judgment.' }) namespace: string;
  @Text({ meaning: "The judgment's name." }) judgment: string;
  @Int({ min: 1 }) version: number;
  @Text({ meaning: 'The behaviour epoch whose answers were fitted.' }) engine_version: string;
  @Text({ meaning: 'The fit, `fit_..`.' }) fit: string;
  @Nested(() => LabelCounts, { meaning: 'The labels it was made of.' }) labels: LabelCounts;
}

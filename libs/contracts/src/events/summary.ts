import { Text } from '../field';

/** A tenant summary could not be written. */
export class SummaryFailedEventData {
  @Text({ meaning: 'The namespace that the summary is written into.' }) namespace: string;
  @Text({ meaning: 'The template prefix that is summed up, ending in `/*`.' }) template: string;
  @Text({ meaning: 'A machine-readable reason.' }) reason: string;
}

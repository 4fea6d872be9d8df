import { Text } from '../field';

/** A tenant summary could not be written. */
export class SummaryFailedEventData {
  @Text({ meaning: 'The namespace that should get the summary.' }) namespace: string;
  @Text({ meaning: 'The template prefix that the summary covers, ending in `/*`.' }) template: string;
  @Text({ meaning: 'A machine-readable reason.' }) reason: string;
}

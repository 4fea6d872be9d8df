import { SuggestedAlternative } from '../calibration';
import { Int, Nested, Text } from '../field';

/** A judgment's alternatives were scored and one is suggested. */
export class AlternativesEventData {
  @Text({ meaning: 'The namespace or template prefix of the judgment.' }) namespace: string;
  @Text({ meaning: "The judgment's name." }) judgment: string;
  @Int({ min: 1 }) version: number;
  @Nested(() => SuggestedAlternative) suggestion: SuggestedAlternative;
  @Text({ meaning: 'The suggestion in a sentence, which names the correction for several comparisons.' })
  headline: string;
}

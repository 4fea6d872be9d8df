import { Bool, Int, JsonObject, ListOf, OneOf, Shape, Text } from '../field';

/** A starter with its values; on a create it replaces question, type and context. */
export class FromStarterBody {
  @Text({ min: 1, max: 128, meaning: 'Id of a starter from `GET /starters`.' }) id: string;
  @JsonObject({ optional: true, named: 'Placeholders', meaning: 'Optional ones may be left out.' })
  placeholders?: object;
}

export class PlaceholderView {
  @Text() name: string;
  @OneOf(['path', 'text', 'number', 'option_list']) kind: 'path' | 'text' | 'number' | 'option_list';
  @Text() description: string;
  @Shape(
    {
      type: ['string', 'number', 'array'],
      items: { type: ['string', 'number', 'object'], additionalProperties: true },
    },
    { meaning: 'An example value of this kind.' },
  )
  example: unknown;
  @Bool({
    meaning: 'True when the value may be left out; the member that contains the placeholder is then left out too.',
  })
  optional: boolean;
}
export class StarterView {
  @Text({ meaning: 'Starter id, `<topic>.<name>`.' }) id: string;
  @Text() title: string;
  @Text() summary: string;
  @ListOf(() => PlaceholderView) placeholders: PlaceholderView[];
  @JsonObject({ named: 'StarterDefinition' }) definition: object;
  @JsonObject({ named: 'OutcomeSettings', meaning: 'Suggested settings of outcomes.' }) outcomes: object;
}
export class StarterList {
  @Int({ meaning: 'Grows when the list changes.' }) version: number;
  @ListOf(() => StarterView) starters: StarterView[];
}

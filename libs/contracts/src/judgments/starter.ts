import { Bool, Int, JsonObject, ListOf, OneOf, Shape, Text } from '../field';

/** In place of question, type and context on a create. */
export class FromStarterBody {
  @Text({ min: 1, max: 128, meaning: 'Id of a starter of `GET /starters`.' }) id: string;
  @JsonObject({ optional: true, meaning: 'By name, by the kind of each; optional ones may be left out.' })
  placeholders?: object;
}

export class PlaceholderView {
  @Text() name: string;
  @OneOf(['path', 'text', 'number', 'option_list']) kind: 'path' | 'text' | 'number' | 'option_list';
  @Text() description: string;
  @Shape({ type: ['string', 'number', 'array'] }, { meaning: 'A value of its kind.' }) example: unknown;
  @Bool({ meaning: 'May be left out; what holds it is then left out too.' }) optional: boolean;
}
export class StarterView {
  @Text({ meaning: '`<topic>.<name>`.' }) id: string;
  @Text() title: string;
  @Text() summary: string;
  @ListOf(() => PlaceholderView) placeholders: PlaceholderView[];
  @JsonObject({ meaning: 'Members of a create, with `{placeholder}` where a value belongs.' }) definition: object;
  @JsonObject({ meaning: 'A suggested outcome setting.' }) outcomes: object;
}
export class StarterList {
  @Int({ meaning: 'Moves when the list changes.' }) version: number;
  @ListOf(() => StarterView) starters: StarterView[];
}

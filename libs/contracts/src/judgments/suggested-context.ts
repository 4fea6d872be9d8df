import { Int, JsonObject, ListOf, Num, OneOf, Text } from '../field';

/** Why a path is not suggested. */
const exclusionReasons = ['id', 'timestamp', 'url', 'binary', 'image', 'long', 'rare', 'too_many'] as const;

export class ExcludedPath {
  @Text() path: string;
  @OneOf(exclusionReasons) reason: (typeof exclusionReasons)[number];
}

/** A context recipe for a judgment that was sent without one, made of a sample of the documents that it applies to. */
export class SuggestedContext {
  @JsonObject({ named: 'ContextRecipe', meaning: 'The recipe, to send as `context`.' }) recipe: object;
  @Num({
    nullable: true,
    min: 0,
    meaning: 'Mean judgment units per answer over the sample, with the recipe and the questions of the definition.',
  })
  cost_per_answer: number | null;
  @Num({ nullable: true, min: 0, meaning: 'The same with the whole `state`.' })
  whole_state_cost_per_answer: number | null;
  @Int({ min: 1 }) sampled_documents: number;
  @ListOf(() => ExcludedPath, { meaning: 'Paths that the recipe leaves out.' }) excluded: ExcludedPath[];
}

import type { JsonSchema } from '../json-schema';
import { alternativesSchemas } from './alternatives';
import { answerSchemas } from './answer';
import { definitionSchemas, recipeSchemas } from './definition';
import { documentSchemas } from './document';
import { filterSchemas } from './filter';
import { freeSchemas } from './free';
import { outcomeSchemas } from './outcome';
import { thresholdSchemas } from './threshold';
import { typeSchemas } from './types';

/**
 * Schemas of members that their owner checks by a grammar of its own. The published documents show them by name; validators
 * see the plain type of the member, so that a refusal has the owner's path and sentence. `$ref` names another one of them, or one
 * of the classes that schema.ts knows.
 */
export const publishedSchemas = {
  ...alternativesSchemas,
  ...answerSchemas,
  ...definitionSchemas,
  ...documentSchemas,
  ...filterSchemas,
  ...freeSchemas,
  ...outcomeSchemas,
  ...recipeSchemas,
  ...thresholdSchemas,
  ...typeSchemas,
} satisfies Record<string, JsonSchema>;

export type PublishedName = keyof typeof publishedSchemas;

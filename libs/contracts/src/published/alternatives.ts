import { alternativeIdPattern } from '../alternative-id-pattern';
import type { JsonSchema } from '../json-schema';

/** What alternatives to a version are compared, and what may differ in one. */
export const alternativesSchemas = {
  AlternativeId: {
    type: 'string',
    pattern: alternativeIdPattern.source,
    description: 'Id of an alternative: it follows from its definition, and stays the same when it is named again.',
  },
  AlternativesSettings: {
    type: 'object',
    properties: {
      automatic: { type: 'boolean' },
      skip_engines: { type: 'array', items: { $ref: 'EngineRef' } },
      outcomes: { anyOf: [{ $ref: 'CalibrationOutcomeFilter' }, { type: 'null' }] },
    },
  },
  DifferingMembers: {
    type: 'object',
    properties: {
      question: { type: 'string' },
      criteria: { anyOf: [{ $ref: 'Criteria' }, { type: 'null' }] },
      context: { $ref: 'ContextRecipe' },
      engine: { $ref: 'EngineRef' },
      options: { type: 'array', items: { $ref: 'ChoiceOption' } },
      escape: { type: ['object', 'null'], properties: { description: { type: 'string' } } },
      levels: { type: 'array', items: { $ref: 'ScoreLevel' } },
    },
    additionalProperties: true,
  },
} satisfies Record<string, JsonSchema>;

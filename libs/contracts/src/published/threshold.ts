import type { JsonSchema } from '../json-schema';

const feature = { type: 'string', minLength: 1, maxLength: 128 };
const option = { type: 'string', minLength: 1, maxLength: 256 };

/** A threshold holds on one side of its bound. */
function boundOn(name: string, members: JsonSchema, values: JsonSchema): JsonSchema {
  return {
    type: 'object',
    description: `Exactly one of \`gte\` and \`lte\`.`,
    properties: { [name]: members, gte: values, lte: values },
    required: [name],
  };
}

const probability = { type: 'number', minimum: 0, maximum: 1 };

/** Thresholds, by the type of their judgment. */
export const thresholdSchemas = {
  Threshold: {
    description:
      'Of a bool: a probability that `p` must reach, or a bound on a feature. Of a choice: a bound on an option or on `escape_p`. Of a score: a bound on `score` or `normalized`.',
    anyOf: [probability, { $ref: 'FeatureThreshold' }, { $ref: 'OptionThreshold' }, { $ref: 'FieldThreshold' }],
  },
  FeatureThreshold: boundOn('feature', feature, { type: 'number' }),
  OptionThreshold: boundOn('option', option, probability),
  FieldThreshold: boundOn('field', { type: 'string', enum: ['escape_p', 'score', 'normalized'] }, { type: 'number' }),
  Thresholds: {
    type: 'object',
    description: 'Thresholds by name.',
    maxProperties: 32,
    additionalProperties: { $ref: 'Threshold' },
  },
  ThresholdsPatch: {
    type: 'object',
    description: 'Thresholds to set by name; null takes one away.',
    additionalProperties: { anyOf: [{ $ref: 'Threshold' }, { type: 'null' }] },
  },
} satisfies Record<string, JsonSchema>;

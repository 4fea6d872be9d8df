import type { JsonSchema } from '../json-schema';

/** What a document holds. */
export const documentSchemas = {
  Attributes: {
    type: 'object',
    description: 'Small indexed values by name.',
    additionalProperties: {
      anyOf: [
        { type: ['string', 'number', 'boolean', 'null'] },
        { type: 'array', items: { type: ['string', 'number'] }, maxItems: 64 },
      ],
    },
  },
  State: { type: 'object', description: 'Any JSON object up to 1 MiB.', additionalProperties: true },
  ImageRefs: {
    type: 'object',
    description: 'Ids of uploaded images by name.',
    additionalProperties: { type: 'string' },
  },
  /** A patch merges: null takes a member away. */
  AttributesPatch: {
    type: 'object',
    description: 'Attributes to set by name; null takes one away.',
    additionalProperties: {
      anyOf: [
        { type: ['string', 'number', 'boolean', 'null'] },
        { type: 'array', items: { type: ['string', 'number'] }, maxItems: 64 },
      ],
    },
  },
  StatePatch: { type: 'object', description: 'A JSON merge patch of the state.', additionalProperties: true },
  ImageRefsPatch: {
    type: 'object',
    description: 'Ids of images to set by name; null takes one away.',
    additionalProperties: { type: ['string', 'null'] },
  },
} satisfies Record<string, JsonSchema>;

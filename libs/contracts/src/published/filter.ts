import type { JsonSchema } from '../json-schema';

const scalar = { type: ['string', 'number', 'boolean'] };
const bound = { type: ['string', 'number'] };
const value = { anyOf: [scalar, { type: 'array', items: scalar, maxItems: 1000 }] };
const values = { type: 'array', items: value, maxItems: 1000 };

/** The grammar of filters, as docs/contract.md#filter-grammar has it. */
export const filterSchemas = {
  Filter: {
    type: 'object',
    description:
      'Conditions by path, which all must hold: `id`, `created_at`, `updated_at`, `attributes.<name>`, `state.<dotted path>` or `answers.<judgment>.<field>`. `all`, `any` and `not` combine filters.',
    properties: {
      all: { type: 'array', items: { $ref: 'Filter' }, description: 'Every one must hold.' },
      any: { type: 'array', items: { $ref: 'Filter' }, description: 'At least one must hold.' },
      not: { $ref: 'Filter', description: 'Must not hold.' },
    },
    additionalProperties: { $ref: 'Condition' },
    examples: [{ 'attributes.seller': 's9', 'answers.late.calibrated.p': { gte: 0.3 } }],
  },
  Condition: {
    description:
      'A value that the path must equal, or operators that must all hold. A missing value matches none but `exists: false`.',
    anyOf: [scalar, { type: 'array', items: scalar }, { $ref: 'Operators' }],
  },
  Operators: {
    type: 'object',
    minProperties: 1,
    properties: {
      eq: { ...value, description: 'Equals; on an array the whole array.' },
      ne: { ...value, description: 'Is there and does not equal.' },
      in: { ...values, description: 'Equals one of them.' },
      nin: { ...values, description: 'Is there and equals none of them.' },
      gt: bound,
      gte: bound,
      lt: bound,
      lte: bound,
      exists: { type: 'boolean', description: 'Whether there is a value; null counts as none.' },
      prefix: { type: 'string', description: 'Begins with it, by bytes.' },
      contains: { ...scalar, description: 'An element of an array, or a part of a string.' },
      within: {
        type: 'string',
        description: 'An RFC 3339 timestamp no older than this duration, such as `7d`, and not ahead of now.',
      },
    },
  },
} satisfies Record<string, JsonSchema>;

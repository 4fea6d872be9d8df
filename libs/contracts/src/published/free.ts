import type { JsonSchema } from '../json-schema';

/** Objects whose members depend on something else than their place. */
export const freeSchemas = {
  JobResult: {
    type: 'object',
    description: 'The reply that the request would have had at once, or the error envelope.',
    additionalProperties: true,
  },
  EventData: {
    type: 'object',
    description: 'Data of the event type, as published under `webhooks` of the OpenAPI document.',
    additionalProperties: true,
  },
  TriedDefinition: {
    type: 'object',
    description: 'A definition as in a create, or `from_starter`; `name` may be left out.',
    additionalProperties: true,
  },
  StarterDefinition: {
    type: 'object',
    description: 'Members of a create, with `{placeholder}` for each value.',
    additionalProperties: true,
  },
  Placeholders: {
    type: 'object',
    description: 'Values by placeholder.',
    additionalProperties: {
      anyOf: [{ type: ['string', 'number'] }, { type: 'array', items: { type: ['string', 'number'] } }],
    },
  },
} satisfies Record<string, JsonSchema>;

import type { JsonSchema } from '../json-schema';

/** Where outcomes come from beside posts. */
export const outcomeSchemas = {
  OutcomeRule: {
    type: 'object',
    description: 'A document that matches `when` has this outcome.',
    properties: {
      value: { type: ['boolean', 'string', 'number'], description: "By the judgment's type." },
      escape: { type: 'boolean', const: true, description: 'In place of a value: no option fits.' },
      when: { $ref: 'Filter', description: 'Reads `attributes` and `state` only.' },
    },
    required: ['when'],
  },
  OutcomeSettings: {
    type: 'object',
    properties: {
      rule: { type: 'array', items: { $ref: 'OutcomeRule' }, description: 'The first one that matches decides.' },
      implicit: {
        type: 'object',
        description: 'Of a bool: an answer without an outcome after this time has the outcome no.',
        properties: { after: { type: 'string', description: 'A duration, such as `30d`.' } },
        required: ['after'],
      },
    },
  },
  QueueSettings: {
    type: 'object',
    properties: {
      second_label_share: {
        type: 'number',
        description: 'Share of labelled items, 0 to 1, that stay in the queue until a second author has labelled them.',
      },
    },
  },
} satisfies Record<string, JsonSchema>;

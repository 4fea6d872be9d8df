import type { JsonSchema } from '../json-schema';

const probability = { type: 'number', minimum: 0, maximum: 1 };
const distribution = { type: 'object', additionalProperties: probability };
const numbers = {
  p: { ...probability, description: 'Probability of yes (bool).' },
  value: {
    type: ['string', 'number', 'null'],
    description: 'Most probable option or level; null when a choice among related documents had none to choose.',
  },
  dist: { ...distribution, description: 'Probabilities by option, or by level as text.' },
  escape_p: { ...probability, description: 'Probability that no option fits (choice).' },
  score: { type: 'number', description: 'Mean of the levels, weighted by dist (score).' },
  normalized: probability,
};

/** Numbers of an answer, of which each has the members of its type. */
export const answerSchemas = {
  RawAnswer: {
    type: 'object',
    description: 'The raw answer, with the members of its type and of its definition.',
    properties: {
      ...numbers,
      rounds: {
        type: 'integer',
        minimum: 0,
        description: 'Rounds of questions that a choice among related documents took; 0 when there was none to choose.',
      },
      watermark: {
        type: 'string',
        format: 'date-time',
        description: 'Every change of a related document before this moment was read; only with relations.',
      },
      features: {
        type: 'object',
        additionalProperties: { type: ['number', 'null'] },
        description: 'Raw numbers of the declared features, as of what was read.',
      },
      parts: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { p: { type: 'number' } }, required: ['p'] },
        description: 'Answers of the parts of a composite judgment.',
      },
      combiner: {
        type: ['string', 'null'],
        description: 'The fit that combined the parts, `fit_..`; null before the first.',
      },
    },
  },
  CalibratedAnswer: {
    type: 'object',
    description: "The calibrated numbers, by the fit of the answer's version and epoch.",
    properties: {
      ...numbers,
      fit: { type: 'string', description: 'Id of the fit.' },
      read_with: { type: 'string', enum: ['raw', 'calibrated', 'features'] },
    },
  },
} satisfies Record<string, JsonSchema>;

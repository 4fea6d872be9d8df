import type { JsonSchema } from '../json-schema';

const probability = { type: 'number', minimum: 0, maximum: 1 };
const distribution = { type: 'object', additionalProperties: probability };
const numbers = {
  p: { ...probability, description: 'Probability of yes (bool).' },
  value: { type: ['string', 'number'], description: 'Most probable option or level.' },
  dist: { ...distribution, description: 'Probabilities by option, or by level as text.' },
  escape_p: { ...probability, description: 'Probability that no option fits (choice).' },
  score: { type: 'number', description: 'Mean of the levels, weighted by dist (score).' },
  normalized: probability,
};

/** Numbers of an answer, of which each has the members of its type. */
export const answerSchemas = {
  RawAnswer: { type: 'object', description: 'The raw answer, with the members of its type.', properties: numbers },
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

import { ageUnits, aggregates, judgmentTypes, previousAnchors, upstreamFields } from '@app/definition';
import type { JsonSchema } from '../json-schema';

const text = { type: 'string' };
const paths = { type: 'array', items: text };
const duration = { type: 'string', description: 'A duration, such as `30d`.' };
const window = { $ref: 'Window' };
const criteria = (ofBool: boolean): JsonSchema => ({
  ...(ofBool ? { anyOf: [text, { $ref: 'TwoSidedCriteria' }] } : text),
  description: 'How to decide.',
});

const common = {
  name: text,
  question: text,
  context: { $ref: 'ContextRecipe' },
  engine: { $ref: 'EngineRef' },
  horizon: { ...duration, description: 'How long after the answer its outcome is observed; `0s` by default.' },
  applies_to: { $ref: 'Filter', description: 'Left out: the judgment applies to every document.' },
};
const required = ['name', 'type', 'question', 'context', 'engine', 'horizon'];

function definition(type: (typeof judgmentTypes)[number], more: JsonSchema, needs: readonly string[]): JsonSchema {
  const properties = { type: { type: 'string', const: type }, ...common, ...more };
  return { type: 'object', properties, required: [...required, ...needs] };
}

/** A version's definition in normal form, with all defaults. */
export const definitionSchemas = {
  JudgmentDefinition: {
    description: 'A version in normal form: with all defaults, and without optional members that the client left out.',
    oneOf: [{ $ref: 'BoolDefinition' }, { $ref: 'ChoiceDefinition' }, { $ref: 'ScoreDefinition' }],
  },
  BoolDefinition: definition(
    'bool',
    {
      criteria: criteria(true),
      parts: {
        type: 'array',
        items: { $ref: 'DefinitionPart' },
        description: 'The questions of a composite judgment.',
      },
      features: { type: 'array', items: { $ref: 'Feature' }, description: 'Numbers stored beside each answer.' },
    },
    [],
  ),
  ChoiceDefinition: definition(
    'choice',
    {
      criteria: criteria(false),
      options: {
        description: 'The options, or the relation whose documents they are.',
        anyOf: [{ type: 'array', items: { $ref: 'ChoiceOption' } }, { $ref: 'OptionsFrom' }],
      },
      escape: { type: 'object', properties: { description: text }, required: ['description'] },
    },
    ['options', 'escape'],
  ),
  ScoreDefinition: definition(
    'score',
    { criteria: criteria(false), levels: { type: 'array', items: { $ref: 'ScoreLevel' } } },
    ['levels'],
  ),
  Criteria: {
    description: 'How to decide: a text, or for a bool one for each side.',
    anyOf: [text, { $ref: 'TwoSidedCriteria' }],
  },
  TwoSidedCriteria: { type: 'object', properties: { true: text, false: text } },
  DefinitionPart: { type: 'object', properties: { name: text, question: text }, required: ['name', 'question'] },
  ChoiceOption: { type: 'object', properties: { value: text, description: text }, required: ['value'] },
  OptionsFrom: {
    type: 'object',
    properties: {
      from: { ...text, description: 'Name of a relation of the recipe.' },
      show: { ...paths, description: 'Paths of a related document that describe it as an option.' },
    },
    required: ['from', 'show'],
  },
  ScoreLevel: {
    type: 'object',
    properties: { value: { type: 'number' }, description: text },
    required: ['value', 'description'],
  },
  Feature: {
    description:
      'A number of the document, the age of a timestamp, the answer before, or a number over related documents.',
    anyOf: [
      { type: 'object', properties: { name: text, from: text }, required: ['name', 'from'] },
      {
        type: 'object',
        properties: { name: text, age_of: text, unit: { type: 'string', enum: [...ageUnits] } },
        required: ['name', 'age_of', 'unit'],
      },
      {
        type: 'object',
        properties: { name: text, previous: { type: 'string', const: 'p' } },
        required: ['name', 'previous'],
      },
      {
        type: 'object',
        properties: {
          name: text,
          of: { ...text, description: 'Name of a relation of the recipe.' },
          aggregate: { type: 'string', enum: [...aggregates] },
          path: text,
          where: { $ref: 'Filter' },
          window,
        },
        required: ['name', 'of', 'aggregate'],
      },
    ],
  },
} satisfies Record<string, JsonSchema>;

/** What an engine reads. */
export const recipeSchemas = {
  Window: {
    type: 'object',
    properties: { at: { ...text, description: 'Path of a timestamp.' }, within: duration },
    required: ['at', 'within'],
  },
  ArrayWindows: {
    type: 'object',
    additionalProperties: window,
    description: 'Age of elements to read, by array path.',
  },
  ContextRecipe: {
    type: 'object',
    description: 'What the engine reads of a document.',
    properties: {
      fields: { ...paths, description: 'Paths; the text follows their order.' },
      last_n: {
        type: 'object',
        additionalProperties: { type: 'integer', minimum: 1 },
        description: 'Number of newest elements to read, by array path.',
      },
      window: { $ref: 'ArrayWindows' },
      max_tokens: { type: 'integer', minimum: 2, maximum: 32_000 },
      related: { type: 'object', additionalProperties: { $ref: 'Relation' }, description: 'Relations by name.' },
      previous: {
        type: 'object',
        properties: { fields: paths, anchor: { type: 'string', enum: [...previousAnchors] } },
        required: ['fields', 'anchor'],
        description: 'The document as an earlier judging read it.',
      },
    },
    required: ['fields'],
  },
  Relation: {
    type: 'object',
    description: 'Documents of the same namespace that are read beside the judged one.',
    properties: {
      join: {
        type: 'object',
        properties: { theirs: text, mine: text },
        required: ['theirs', 'mine'],
        description: 'A document is related when both sides have an equal value.',
      },
      where: { $ref: 'Filter' },
      fields: paths,
      order_by: {
        type: 'array',
        items: {
          type: 'object',
          properties: { path: text, direction: { type: 'string', enum: ['asc', 'desc'] } },
          required: ['path', 'direction'],
        },
      },
      last_n: { type: 'integer', minimum: 1, maximum: 200 },
      window,
      answers: { type: 'array', items: { $ref: 'UpstreamAnswer' } },
    },
    required: ['join', 'fields', 'order_by', 'last_n'],
  },
  UpstreamAnswer: {
    type: 'object',
    description: "Another judgment's answer about the related document: in bands, cut, or the option of a choice.",
    properties: {
      judgment: text,
      field: { type: 'string', enum: [...upstreamFields] },
      bands: { type: 'array', items: { type: 'number' } },
      cut: { type: 'number' },
      value: { type: 'boolean' },
    },
    required: ['judgment'],
  },
} satisfies Record<string, JsonSchema>;

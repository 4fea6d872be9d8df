import { Int, ListOf, Shape, Text, Values } from '../field';
import { request } from '../message';
import { namePattern } from '../names';
import { criteriaToDraft } from './messages';

/** Parts of one call, and parts of a composite judgment. */
export const maxSuggestedParts = 8;

/** A yes/no question that a composite judgment may ask beside others. */
export class SuggestedPart {
  @Text({ pattern: namePattern }) name: string;
  @Text({ min: 1, max: 8000 }) question: string;
}
export class SuggestedPartList {
  @ListOf(() => SuggestedPart, { max: maxSuggestedParts }) parts: SuggestedPart[];
}

/**
 * What a drafting model gets, and nothing else: no document, context, example, outcome, path or `applies_to`. The broker
 * refuses a request with any other member.
 */
export class WriteParts {
  @Text({ min: 1, max: 8000 }) question: string;
  @Shape(criteriaToDraft)
  criteria: string | { true?: string; false?: string } | null;
  @Values({ type: 'string', minLength: 1, maxLength: 8000 }, { max: 8, meaning: 'Questions that it asks already.' })
  asked: string[];
  @Int({ min: 1, max: maxSuggestedParts }) count: number;
}
export class PartsWritten {
  @ListOf(() => SuggestedPart, { min: 1, max: maxSuggestedParts, meaning: 'At least one, no name twice.' })
  parts: SuggestedPart[];
}
export const writeParts = request({
  subject: 'engine-broker.parts.write.v1',
  why: 'Has a language model draft parts of a yes/no question. Nothing is kept; a repeated request is another call.',
  from: ['calibration'],
  to: 'engine-broker',
  query: WriteParts,
  reply: PartsWritten,
  maxConcurrent: 32,
});

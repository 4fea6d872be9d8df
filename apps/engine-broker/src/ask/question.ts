import { EngineQuestion } from '@app/contracts/engines';
import type { BoolCriteria, Question } from '@app/engines';
import { invalid } from '@app/problem';

/**
 * A question in the terms of the engines' library.
 * @param path where it stands in the request
 * @throws Problem `invalid_request` for a question that lacks what its type needs
 */
export function questionOf(asked: EngineQuestion, path: string): Question {
  const { type, question, together } = asked;
  if (type === 'bool') {
    return { type, question, ...withCriteria(sidesOf(asked.criteria)), ...(together !== undefined && { together }) };
  }
  const criteria = typeof asked.criteria === 'string' ? asked.criteria : undefined;
  if (type === 'choice') {
    if (asked.options === undefined) throw invalid('missing_field', `${path}/options`, 'A choice needs its options.');
    return { type, question, ...withCriteria(criteria), options: asked.options, escapeDescription: asked.escape };
  }
  if (type !== 'score') throw invalid('bad_enum', `${path}/type`, 'A question is of type bool, choice or score.');
  if (asked.levels === undefined) throw invalid('missing_field', `${path}/levels`, 'A score needs its levels.');
  return { type, question, ...withCriteria(criteria), levels: asked.levels };
}

function sidesOf(criteria: EngineQuestion['criteria']): BoolCriteria | undefined {
  if (criteria === undefined || criteria === null) return undefined;
  return typeof criteria === 'string' ? criteria : { yes: criteria.true, no: criteria.false };
}

function withCriteria<C>(criteria: C | undefined): { criteria?: C } {
  return criteria === undefined ? {} : { criteria };
}

const bytesPerToken = 4;

/**
 * What the ask will cost the engine, for its limit of tokens a second.
 * @param requests each of which sends the context
 */
export function estimatedTokens(context: string, questions: readonly Question[], requests = 1): number {
  const characters = questions.reduce(
    (sum, question) => sum + JSON.stringify(question).length,
    context.length * requests,
  );
  return Math.ceil(characters / bytesPerToken);
}

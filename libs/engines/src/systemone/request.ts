import { Posed, aliasOf, instructionsOf } from '../mapping/posed';
import type { ScoreQuestion } from '../question/question';
import type { AskInput } from '../question/question';
import type { WireQuestion, WireRequest } from './wire';

/** One request; its questions are named q0.. in the order given. */
export function wireRequest(model: string, input: AskInput, posed: readonly Posed[]): WireRequest {
  const questions = Object.fromEntries(posed.map((each, place) => [aliasOf('q', place), wireQuestion(each)]));
  return { model, state: input.context, questions };
}

/** What a level is called on this wire, and so in the legend that comes back. */
export function levelText({ value, description }: ScoreQuestion['levels'][number]): string {
  return `${value}: ${description}`;
}

function wireQuestion(posed: Posed): WireQuestion {
  if (posed.type === 'bool') {
    const sides = { ...(posed.yes && { true: posed.yes }), ...(posed.no && { false: posed.no }) };
    const criteria = Object.keys(sides).length > 0 && { criteria: sides };
    return { type: 'noul', instructions: posed.question.question, ...criteria };
  }
  const instructions = instructionsOf(posed.question);
  if (posed.type === 'choice') {
    const criteria = Object.fromEntries(posed.texts.map((text, place) => [aliasOf('o', place), text]));
    return { type: 'choice', instructions, criteria };
  }
  const [lowest, next, ...higher] = posed.levels.map(levelText);
  return { type: 'score', instructions, criteria: [lowest, next, ...higher] };
}

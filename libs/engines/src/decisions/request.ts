import type { EngineEntry } from '../entry/entry';
import { dataUrl, imageRef } from '../image/wire-image';
import { Posed, aliasOf, instructionsOf } from '../mapping/posed';
import type { AskInput, ScoreQuestion } from '../question/question';
import type { WirePart, WireQuestion, WireRequest } from './wire';

/** One request. Its questions are named q0, q1, .. in their order. */
export function wireRequest(
  { model }: Pick<EngineEntry, 'model'>,
  input: AskInput,
  posed: readonly Posed[],
): WireRequest {
  const images = input.images.flatMap((image, index): WirePart[] => [
    { type: 'input_text', text: imageRef(index) },
    { type: 'input_image', image_url: dataUrl(image), detail: 'auto' },
  ]);
  return {
    model,
    input: [{ role: 'user', content: [{ type: 'input_text', text: input.context }, ...images] }],
    questions: posed.map((each, index) => wireQuestion(each, aliasOf('q', index))),
    ...(input.tenant !== undefined && { safety_identifier: input.tenant }),
  };
}

/** The name of a level in this dialect: its value, which is short and unique. */
export function labelOf({ value }: ScoreQuestion['levels'][number]): string {
  return JSON.stringify(value);
}

function wireQuestion(posed: Posed, name: string): WireQuestion {
  if (posed.type === 'bool') {
    // A predicate has no criteria in this dialect. A choice of true and false has, but gives other numbers.
    const sides = [posed.yes && `Yes means: ${posed.yes}`, posed.no && `No means: ${posed.no}`];
    return { type: 'predicate', name, instructions: [posed.question.question, ...sides].filter(Boolean).join('\n') };
  }
  const instructions = instructionsOf(posed.question);
  if (posed.type === 'choice') {
    const choices = posed.texts.map((description, position) => ({ value: aliasOf('o', position), description }));
    return { type: 'choice', name, instructions, choices };
  }
  const levels = posed.levels.map((level) => ({ label: labelOf(level), description: level.description }));
  return { type: 'score', name, instructions, levels };
}

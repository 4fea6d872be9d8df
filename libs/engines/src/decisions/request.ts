import type { EngineEntry } from '../entry/entry';
import { dataUrl, imageRef } from '../image/wire-image';
import { Posed, aliasOf, instructionsOf } from '../mapping/posed';
import type { AskInput, ScoreQuestion } from '../question/question';
import type { WirePart, WireQuestion, WireRequest } from './wire';

/** One request; its questions are named q0.. in the order given. */
export function wireRequest(
  { model }: Pick<EngineEntry, 'model'>,
  input: AskInput,
  posed: readonly Posed[],
): WireRequest {
  const pictures = input.images.flatMap((image, place): WirePart[] => [
    { type: 'input_text', text: imageRef(place) },
    { type: 'input_image', image_url: dataUrl(image), detail: 'auto' },
  ]);
  return {
    model,
    input: [{ role: 'user', content: [{ type: 'input_text', text: input.context }, ...pictures] }],
    questions: posed.map((each, place) => wireQuestion(each, aliasOf('q', place))),
    ...(input.tenant !== undefined && { safety_identifier: input.tenant }),
  };
}

/** What a level is called on this wire: its value, which is short and unlike the others'. */
export function labelOf({ value }: ScoreQuestion['levels'][number]): string {
  return JSON.stringify(value);
}

function wireQuestion(posed: Posed, name: string): WireQuestion {
  if (posed.type === 'bool') {
    // This dialect has no criteria on a predicate. A choice over true and false would: its numbers are others.
    const sides = [posed.yes && `Yes means: ${posed.yes}`, posed.no && `No means: ${posed.no}`];
    return { type: 'predicate', name, instructions: [posed.question.question, ...sides].filter(Boolean).join('\n') };
  }
  const instructions = instructionsOf(posed.question);
  if (posed.type === 'choice') {
    const choices = posed.texts.map((description, place) => ({ value: aliasOf('o', place), description }));
    return { type: 'choice', name, instructions, choices };
  }
  const levels = posed.levels.map((level) => ({ label: labelOf(level), description: level.description }));
  return { type: 'score', name, instructions, levels };
}

import type { EngineEntry } from '../entry/entry';
import type { ImageMode } from '../entry/dialect';
import { dataUrl, imageRef } from '../image/wire-image';
import { Posed, aliasOf, instructionsOf } from '../mapping/posed';
import type { ScoreQuestion } from '../question/question';
import type { AskInput } from '../question/question';
import type { WireAsset, WireImagePart, WireQuestion, WireRequest } from './wire';

/** One request; its questions are named q0.. in the order given. */
export function wireRequest(
  { model, image_mode: mode }: Pick<EngineEntry, 'model' | 'image_mode'>,
  input: AskInput,
  posed: readonly Posed[],
): WireRequest {
  const questions = Object.fromEntries(posed.map((each, place) => [aliasOf('q', place), wireQuestion(each)]));
  return { model, ...wireState(mode, input), questions };
}

/** What the engine reads; a request without pictures is the same in every mode. */
function wireState(mode: ImageMode, { context, images }: AskInput): Pick<WireRequest, 'state' | 'assets' | 'images'> {
  if (images.length === 0) return { state: context };
  if (mode === 'images_field') return { state: context, images: images.map(({ base64 }) => base64) };
  if (mode === 'assets') {
    const assets = images.map(({ format, base64 }, place): [string, WireAsset] => [
      imageRef(place),
      { type: 'image', format, data_base64: base64 },
    ]);
    return { state: context, assets: Object.fromEntries(assets) };
  }
  const parts = images.flatMap((image, place): (string | WireImagePart)[] => [
    imageRef(place),
    { type: 'image_url', image_url: { url: dataUrl(image) } },
  ]);
  return { state: [...parts, context] };
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

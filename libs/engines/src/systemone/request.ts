import type { EngineEntry } from '../entry/entry';
import type { ImageMode } from '../entry/dialect';
import { dataUrl, imageRef } from '../image/wire-image';
import { Posed, aliasOf, instructionsOf } from '../mapping/posed';
import type { ScoreQuestion } from '../question/question';
import type { AskInput } from '../question/question';
import type { WireAsset, WireImagePart, WireQuestion, WireRequest } from './wire';

/** One request. Its questions are named q0, q1, .. in their order. */
export function wireRequest(
  { model, image_mode: mode }: Pick<EngineEntry, 'model' | 'image_mode'>,
  input: AskInput,
  posed: readonly Posed[],
): WireRequest {
  const questions = Object.fromEntries(posed.map((each, index) => [aliasOf('q', index), wireQuestion(each)]));
  return { model, ...wireState(mode, input), questions };
}

/** Context and images. A request without images is the same in every mode. */
function wireState(mode: ImageMode, { context, images }: AskInput): Pick<WireRequest, 'state' | 'assets' | 'images'> {
  if (images.length === 0) return { state: context };
  if (mode === 'images_field') return { state: context, images: images.map(({ base64 }) => base64) };
  if (mode === 'assets') {
    const assets = images.map(({ format, base64 }, index): [string, WireAsset] => [
      imageRef(index),
      { type: 'image', format, data_base64: base64 },
    ]);
    return { state: context, assets: Object.fromEntries(assets) };
  }
  const parts = images.flatMap((image, index): (string | WireImagePart)[] => [
    imageRef(index),
    { type: 'image_url', image_url: { url: dataUrl(image) } },
  ]);
  return { state: [...parts, context] };
}

/** The name of a level in this dialect, and so in the legend of the reply. */
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
    const criteria = Object.fromEntries(posed.texts.map((text, position) => [aliasOf('o', position), text]));
    return { type: 'choice', instructions, criteria };
  }
  const [lowest, next, ...higher] = posed.levels.map(levelText);
  return { type: 'score', instructions, criteria: [lowest, next, ...higher] };
}

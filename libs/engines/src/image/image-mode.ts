import type { Tiling } from '@app/images';
import { imageTokens } from '@app/rating';
import type { Dialect } from '../entry/entry';

/** Where an engine's request carries pictures (docs/engines.md#engine-entries); `none`: it reads none. */
export const imageModes = ['none', 'assets', 'state_image_url', 'images_field', 'input_image'] as const;
export type ImageMode = (typeof imageModes)[number];

/** The modes that a dialect can speak. */
const modesOf: Record<Dialect, readonly ImageMode[]> = {
  systemone: ['none', 'assets', 'state_image_url', 'images_field'],
  openai_decisions: ['none', 'input_image'],
  built_in: ['none'],
};

/** A sentence that tells why a dialect cannot carry pictures so, or null. */
export function imageModeFault(dialect: Dialect, mode: ImageMode): string | null {
  const modes = modesOf[dialect];
  return modes.includes(mode) ? null : `\`image_mode\` of ${dialect} is one of ${modes.join(', ')}.`;
}

/**
 * How large a picture may be so that the engine's own count is at most `imageTokens`. Jev counts 2 a square of 28 pixels,
 * Perplexity one a tile of 32 and about 100 beside (docs/engines.md#images-for-jev,
 * docs/engines.md#images-for-pplx-decider); of the others no count is known, and they get what Perplexity gets.
 */
const tilesOf32: Tiling = { side: 32, most: imageTokens - 100, leastSide: 1, maxSide: 1_568 };
export const tilings: Record<Exclude<ImageMode, 'none'>, Tiling> = {
  assets: { side: 28, most: imageTokens / 2, leastSide: 280, maxSide: 1_568 },
  state_image_url: tilesOf32,
  images_field: tilesOf32,
  input_image: tilesOf32,
};

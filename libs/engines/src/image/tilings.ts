import type { Tiling } from '@app/images';
import { imageTokens } from '@app/rating';
import type { ImageMode } from '../entry/dialect';

// Perplexity counts one token a tile of 32 pixels and about 100 beside (docs/engines.md#images-for-pplx-decider).
const tilesOf32: Tiling = { side: 32, maxTiles: imageTokens - 100, minSide: 1, maxSide: 1_568 };

/**
 * How large an image may be so that the engine's own count is at most `imageTokens`. Jev counts two tokens a tile of 28
 * pixels (docs/engines.md#images-for-jev). Of engines whose count is unknown, Perplexity's tiles are used.
 */
export const tilings: Record<Exclude<ImageMode, 'none'>, Tiling> = {
  assets: { side: 28, maxTiles: imageTokens / 2, minSide: 280, maxSide: 1_568 },
  state_image_url: tilesOf32,
  images_field: tilesOf32,
  input_image: tilesOf32,
  image_url: tilesOf32,
};

import { renderImage } from '@app/images';
import type { EngineEntry } from '../entry/entry';
import { EngineFailure } from '../failure/failure';
import { tilings } from './tilings';

/** An image as it goes over the wire: scaled for its engine and encoded anew. */
export interface WireImage {
  format: 'png' | 'jpeg';
  base64: string;
}

/** The text by which a context names its image at this position; the same in every dialect. */
export function imageRef(position: number): string {
  return `img-${position}`;
}

export function dataUrl({ format, base64 }: WireImage): string {
  return `data:image/${format};base64,${base64}`;
}

/**
 * Scales and encodes stored images for an engine, in their order.
 * @throws EngineFailure `bad_request` when the engine reads no images, `too_long` when it reads fewer
 */
export async function prepareImages(
  { name, image_mode: mode, limits }: Pick<EngineEntry, 'name' | 'image_mode' | 'limits'>,
  stored: readonly Buffer[],
): Promise<WireImage[]> {
  if (stored.length === 0) return [];
  if (mode === 'none') throw new EngineFailure('bad_request', `Engine ${name} reads no images.`);
  if (stored.length > limits.images) {
    throw new EngineFailure('too_long', `Engine ${name} reads at most ${limits.images} images of one request.`);
  }
  return Promise.all(
    stored.map(async (bytes) => {
      const rendered = await renderImage(bytes, tilings[mode]);
      return { format: rendered.format, base64: rendered.bytes.toString('base64') };
    }),
  );
}

import { Problem } from '@app/problem';
import { MediaType, mediaTypeOf } from '../media-type/media-type';
import { maxPixels, withImage } from './library';

export { maxPixels };

export interface ImageFacts {
  mediaType: MediaType;
  /** Pixels, as a viewer shows it: an EXIF orientation is followed. */
  width: number;
  height: number;
}

/**
 * What a picture is: its kind by its bytes, its size by decoding it. An animation is its first frame.
 * @throws Problem `invalid_image` for bytes of another kind or such as no decoder reads to the end, `too_large` past 40 megapixels
 */
export async function inspectImage(bytes: Buffer): Promise<ImageFacts> {
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === null) throw invalidImage('These bytes are no PNG, JPEG, WebP or GIF; send one of these.');
  const { width, height } = await sizeOf(bytes);
  try {
    // A header proves nothing: every row is read once, into a thumbnail.
    await withImage(bytes, (image) => image.resize(16, 16, { fit: 'fill' }).raw().toBuffer());
  } catch (cause) {
    throw invalidImage('The picture cannot be decoded to its end; send a whole one.', cause);
  }
  return { mediaType, width, height };
}

async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number }> {
  let header;
  try {
    // Without a bound of its own: metadata reads the header only, and the size is judged below.
    header = (await withImage(bytes, (image) => image.metadata())).autoOrient;
  } catch (cause) {
    if (isPixelLimit(cause)) throw tooManyPixels();
    throw invalidImage('The header of the picture cannot be read; send a whole one.', cause);
  }
  if (header.width * header.height > maxPixels) throw tooManyPixels();
  return header;
}

function isPixelLimit(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes('pixel limit');
}

function tooManyPixels(): Problem {
  return new Problem('too_large', `A picture has at most ${maxPixels} pixels; scale it down.`, {
    reason: 'images',
    limit: maxPixels,
  });
}

function invalidImage(message: string, cause?: unknown): Problem {
  return new Problem('invalid_image', message, { path: '/data' }, { cause });
}

import { Problem } from '@app/problem';
import { MediaType, mediaTypeOf } from '../media-type/media-type';
import { maxPixels, withImage } from './library';

export { maxPixels };

export interface ImageFacts {
  mediaType: MediaType;
  /** Pixels as a viewer shows the image, with its EXIF orientation. */
  width: number;
  height: number;
}

/**
 * Finds the media type of an image by its bytes and its size by decoding it. Of an animation it reads the first frame.
 * @throws Problem `invalid_image` for bytes of another type or that cannot be decoded to the end; `too_large` beyond 40
 *   megapixels
 */
export async function inspectImage(bytes: Buffer): Promise<ImageFacts> {
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === null) throw invalidImage('The bytes are no PNG, JPEG, WebP or GIF; send one of these types.');
  const { width, height } = await readSize(bytes);
  try {
    // A header proves nothing, so every row is read once, into a thumbnail.
    await withImage(bytes, (image) => image.resize(16, 16, { fit: 'fill' }).raw().toBuffer());
  } catch (cause) {
    throw invalidImage('The image cannot be decoded to its end; send a complete one.', cause);
  }
  return { mediaType, width, height };
}

async function readSize(bytes: Buffer): Promise<{ width: number; height: number }> {
  let header;
  try {
    // Without a limit of pixels: this reads the header only, and the size is checked below.
    header = (await withImage(bytes, (image) => image.metadata())).autoOrient;
  } catch (cause) {
    if (isPixelLimit(cause)) throw tooManyPixels();
    throw invalidImage('The header of the image cannot be read; send a complete one.', cause);
  }
  if (header.width * header.height > maxPixels) throw tooManyPixels();
  return header;
}

function isPixelLimit(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes('pixel limit');
}

function tooManyPixels(): Problem {
  return new Problem('too_large', `An image may have at most ${maxPixels} pixels; scale it down.`, {
    reason: 'images',
    limit: maxPixels,
  });
}

function invalidImage(message: string, cause?: unknown): Problem {
  return new Problem('invalid_image', message, { path: '/data' }, { cause });
}

import { mediaTypeOf } from '../media-type/media-type';
import { withImage } from '../decoding/library';
import { Size, Tiling, sizeFor } from './tiling';

export interface RenderedImage extends Size {
  format: 'png' | 'jpeg';
  bytes: Buffer;
}

const jpegQuality = 90;
const white = { r: 255, g: 255, b: 255 };

/**
 * Encodes a stored image for an engine: one frame, upright, opaque, scaled into the tiling, without metadata. JPEG stays
 * JPEG, every other type becomes PNG.
 * @throws Error of libvips for bytes that `inspectImage` refuses
 */
export async function renderImage(bytes: Buffer, tiling: Tiling): Promise<RenderedImage> {
  const format = mediaTypeOf(bytes) === 'image/jpeg' ? 'jpeg' : 'png';
  return withImage(bytes, async (image) => {
    const { inner, canvas } = sizeFor((await image.metadata()).autoOrient, tiling);
    const [right, below] = [canvas.width - inner.width, canvas.height - inner.height];
    const drawn = image
      .autoOrient()
      .resize(inner.width, inner.height, { fit: 'fill' })
      .flatten({ background: white })
      .extend({ right, bottom: below, background: white });
    const written = format === 'jpeg' ? drawn.jpeg({ quality: jpegQuality }) : drawn.png();
    return { format, bytes: await written.toBuffer(), ...canvas };
  });
}

import type { FetchImage, FetchedImage } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { findImage } from '../image/image.store';
import { ReaderPool } from '../document/pool/reader.pool';

/** Reads the bytes of an image for an engine. */
@Injectable()
export class ImageBytesService {
  constructor(private readonly pool: ReaderPool) {}

  /** @throws Problem `unknown_image` or `image_erased` */
  async fetch({ organization, namespace, id }: FetchImage): Promise<FetchedImage> {
    const image = await findImage(this.pool, { organization, namespace }, id, true);
    if (image === null) throw new Problem('unknown_image', `No image \`${id}\` is stored here.`);
    if (image.data === null) throw new Problem('image_erased', `The image \`${id}\` was erased.`);
    return { media_type: image.media_type, data: image.data.toString('base64') };
  }
}

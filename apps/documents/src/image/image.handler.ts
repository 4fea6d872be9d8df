import { Call, RawReply } from '@app/bus';
import type { ImageView, ReadImage, StoreImage } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { ImageService } from './image.service';

@Injectable()
export class ImageHandler {
  constructor(private readonly images: ImageService) {}

  async store(query: StoreImage, call: Call): Promise<RawReply> {
    return RawReply.of(await this.images.store(query, call));
  }

  read(query: ReadImage, call: Call): Promise<ImageView> {
    return this.images.read(query, call);
  }
}

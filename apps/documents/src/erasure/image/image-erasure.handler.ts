import { Call, RawReply } from '@app/bus';
import type { EraseImage } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { ImageErasureService } from './image-erasure.service';

@Injectable()
export class ImageErasureHandler {
  constructor(private readonly erasures: ImageErasureService) {}

  async erase(query: EraseImage, call: Call): Promise<RawReply> {
    return RawReply.of(await this.erasures.erase(query, call));
  }
}

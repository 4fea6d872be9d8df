import { Call, RawReply } from '@app/bus';
import type { EraseImage } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { ErasureService } from './erasure.service';

@Injectable()
export class ErasureHandler {
  constructor(private readonly erasures: ErasureService) {}

  async erase(query: EraseImage, call: Call): Promise<RawReply> {
    return RawReply.of(await this.erasures.erase(query, call));
  }
}

import { Call, RawReply } from '@app/bus';
import type { WriteDocuments } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { WriteRequest } from './compute';
import { WriteService } from './write.service';

@Injectable()
export class WriteHandler {
  constructor(private readonly documents: WriteService) {}

  async write({ namespace, write }: WriteDocuments, call: Call): Promise<RawReply> {
    return new RawReply(await this.documents.write(namespace, write as WriteRequest, call));
  }
}

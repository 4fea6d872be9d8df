import { Call, RawReply } from '@app/bus';
import { WriteDocuments } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { byFilterOf } from '../by-filter/by-filter';
import { ByFilterService } from '../by-filter/by-filter.service';
import { WriteRequest, WriteService } from './write.service';

@Injectable()
export class WriteHandler {
  constructor(
    private readonly documents: WriteService,
    private readonly byFilter: ByFilterService,
  ) {}

  async write({ namespace, write }: WriteDocuments, call: Call): Promise<RawReply> {
    const chosen = byFilterOf(write);
    if (chosen) return RawReply.of(await this.byFilter.write(namespace, chosen, call));
    return new RawReply(await this.documents.write(namespace, write as WriteRequest, call));
  }
}

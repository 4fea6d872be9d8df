import { Call, RawReply } from '@app/bus';
import type { ByNamespace } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { DeletionService } from './deletion.service';

@Injectable()
export class DeletionHandler {
  constructor(private readonly deletions: DeletionService) {}

  async delete({ namespace }: ByNamespace, call: Call): Promise<RawReply> {
    return RawReply.of(await this.deletions.begin(namespace, call));
  }
}

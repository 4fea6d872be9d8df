import { Call, RawReply } from '@app/bus';
import type { ByNamespace } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { NamespaceErasureService } from './namespace-erasure.service';

@Injectable()
export class NamespaceErasureHandler {
  constructor(private readonly deletions: NamespaceErasureService) {}

  async delete({ namespace }: ByNamespace, call: Call): Promise<RawReply> {
    return RawReply.of(await this.deletions.begin(namespace, call));
  }
}

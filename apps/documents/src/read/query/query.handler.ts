import { BUS } from '@app/boot';
import type { Bus } from '@app/bus';
import { Call, RawReply } from '@app/bus';
import type { QueryDocuments } from '@app/contracts/documents';
import { Inject, Injectable } from '@nestjs/common';
import { ScanPool } from '../../document/pool/scan.pool';
import { QueryService } from './query.service';

@Injectable()
export class QueryHandler {
  constructor(
    private readonly documents: QueryService,
    @Inject(BUS) private readonly bus: Pick<Bus, 'waitForRoom'>,
    private readonly scans: ScanPool,
  ) {}

  async query({ namespace, query }: QueryDocuments, call: Call): Promise<RawReply> {
    await this.bus.waitForRoom(call, this.scans.share + 1);
    return this.documents.query(namespace, query, call);
  }
}

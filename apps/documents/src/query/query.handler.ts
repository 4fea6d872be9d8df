import { Call, RawReply } from '@app/bus';
import type { QueryDocuments } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { QueryService } from './query.service';

@Injectable()
export class QueryHandler {
  constructor(private readonly documents: QueryService) {}

  async query({ namespace, query }: QueryDocuments, call: Call): Promise<RawReply> {
    return new RawReply(await this.documents.query(namespace, query, call));
  }
}

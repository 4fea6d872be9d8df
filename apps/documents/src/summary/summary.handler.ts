import { Call, RawReply } from '@app/bus';
import { BySummary, PutSummary, SummaryView } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { SummaryService } from './summary.service';

@Injectable()
export class SummaryHandler {
  constructor(private readonly summaries: SummaryService) {}

  async put(query: PutSummary, call: Call): Promise<RawReply> {
    return RawReply.of(await this.summaries.put(query, call));
  }

  get(query: BySummary, call: Call): Promise<SummaryView> {
    return this.summaries.get(query, call);
  }

  async delete(query: BySummary, call: Call): Promise<RawReply> {
    return RawReply.of(await this.summaries.delete(query, call));
  }
}

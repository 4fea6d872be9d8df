import { Call, RawReply } from '@app/bus';
import { MakeDrafts, SuggestParts } from '@app/contracts/calibration';
import { Injectable } from '@nestjs/common';
import { DraftService } from './draft.service';

@Injectable()
export class DraftHandler {
  constructor(private readonly drafts: DraftService) {}

  async make(query: MakeDrafts, call: Call): Promise<RawReply> {
    return RawReply.of(await this.drafts.make(query, call));
  }

  async suggestParts(query: SuggestParts, call: Call): Promise<RawReply> {
    return RawReply.of(await this.drafts.suggestParts(query, call));
  }
}

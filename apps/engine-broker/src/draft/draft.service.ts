import { Call } from '@app/bus';
import { checkBody } from '@app/contracts';
import { DraftsWritten, PartsWritten, WriteDrafts, WriteParts } from '@app/contracts/engines';
import { Injectable } from '@nestjs/common';
import { draftsOf, promptOf } from './draft';
import { DraftingModel } from './drafting-model';
import { partsOf, promptOfParts } from './part';

/** Has wordings and parts drafted. */
@Injectable()
export class DraftService {
  constructor(private readonly model: DraftingModel) {}

  /**
   * @throws Problem `invalid_request` for a member that no drafting model may get, `engine_unavailable` without a model or
   *   without a usable reply
   */
  async write(query: WriteDrafts, call: Call): Promise<DraftsWritten> {
    const request = checkBody(WriteDrafts, query);
    const drafts = await this.model.write(
      { prompt: promptOf(request), read: (answer) => draftsOf(answer, request) },
      call,
    );
    return { drafts };
  }

  /** @throws Problem as `write` */
  async writeParts(query: WriteParts, call: Call): Promise<PartsWritten> {
    const request = checkBody(WriteParts, query);
    const parts = await this.model.write(
      { prompt: promptOfParts(request), read: (answer) => partsOf(answer, request) },
      call,
    );
    return { parts };
  }
}

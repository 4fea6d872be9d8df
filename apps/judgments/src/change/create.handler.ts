import { Call, RawReply } from '@app/bus';
import { CreateJudgment } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { SuggestionService } from '../suggestion/suggestion.service';
import { CreateService } from './create.service';
import { withStarter } from '../definition/starter';

/** A create as it comes in: a starter is filled first, and a missing recipe answered with a suggestion. */
@Injectable()
export class CreateHandler {
  constructor(
    private readonly creates: CreateService,
    private readonly suggestions: SuggestionService,
  ) {}

  async create({ namespace, judgment: sent }: CreateJudgment, call: Call): Promise<RawReply> {
    const judgment = withStarter(sent);
    try {
      return await this.creates.create({ namespace, judgment }, call);
    } catch (error) {
      throw await this.suggestions.refusal(error, namespace, judgment, call);
    }
  }
}

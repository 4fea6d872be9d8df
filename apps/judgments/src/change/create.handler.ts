import { Call, RawReply } from '@app/bus';
import { CreateJudgment } from '@app/contracts/judgments';
import { Injectable } from '@nestjs/common';
import { withStarter } from '../judgment/definition/starter';
import { SuggestionService } from '../judgment/definition/suggestion.service';
import { CreateService } from './create.service';

/** Handles a create: fills in its starter first, and answers a missing recipe with a suggestion. */
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
      throw await this.suggestions.withSuggestion(error, namespace, judgment, call);
    }
  }
}

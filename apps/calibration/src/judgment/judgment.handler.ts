import { Applied, JudgmentChangedFact } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { JudgmentStore } from './judgment.store';

@Injectable()
export class JudgmentHandler {
  constructor(private readonly store: JudgmentStore) {}

  /** One statement: the owner waits for it before it answers its own caller. */
  async changed({ column, outcomes }: JudgmentChangedFact): Promise<Applied> {
    await this.store.keep(column, outcomes);
    return { applied: true };
  }
}

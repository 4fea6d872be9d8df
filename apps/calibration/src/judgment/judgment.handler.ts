import { Applied } from '@app/contracts/documents';
import { JudgmentChangedFact } from '@app/contracts/judgments';
import { Injectable } from '@nestjs/common';
import { JudgmentStore } from './judgment.store';

@Injectable()
export class JudgmentHandler {
  constructor(private readonly store: JudgmentStore) {}

  /** Keep it fast: judgments waits for the reply before it answers its own caller. */
  async applyChange({ column: snapshot, ...settings }: JudgmentChangedFact): Promise<Applied> {
    await this.store.keep(snapshot, settings);
    return { applied: true };
  }
}

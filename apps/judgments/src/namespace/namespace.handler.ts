import { Call } from '@app/bus';
import { Applied, BudgetChanged, NamespaceChanged, NamespaceDeleted } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { JudgingService } from '../judging/judging.service';
import { ErasureService } from '../erasure/namespace-erasure.service';
import { NamespaceStore } from './namespace.store';

/** Copies of what documents and billing decide of a namespace. */
@Injectable()
export class NamespaceHandler {
  constructor(
    private readonly store: NamespaceStore,
    private readonly erasure: ErasureService,
    private readonly judging: JudgingService,
  ) {}

  async changed(changed: NamespaceChanged): Promise<Applied> {
    await this.store.apply(changed);
    return { applied: true };
  }

  async budget(changed: BudgetChanged): Promise<void> {
    await this.store.applyBudget(changed);
    this.judging.wake();
  }

  async deleted(deleted: NamespaceDeleted, call: Call): Promise<Applied> {
    await this.erasure.erase(deleted, call);
    return { applied: true };
  }
}

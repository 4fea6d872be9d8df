import { BudgetChanged } from '@app/contracts/billing';
import { Applied, NamespaceChanged } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { NamespaceStore } from './namespace.store';

/** Applies what documents and billing publish of a namespace to its copy. */
@Injectable()
export class NamespaceHandler {
  constructor(private readonly namespaces: NamespaceStore) {}

  async applyChange(changed: NamespaceChanged): Promise<Applied> {
    await this.namespaces.apply(changed);
    return { applied: true };
  }

  /** The judging loop finds a resumed namespace at its next turn, 50 ms later at most. */
  applyBudget(changed: BudgetChanged): Promise<void> {
    return this.namespaces.applyBudget(changed);
  }
}

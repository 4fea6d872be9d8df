import { NamespaceSpend, NamespaceSpendFound } from '@app/contracts/billing';
import { Applied, NamespaceChanged, NamespaceDeleted, fanoutPaceOf } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { BudgetService } from './budget.service';

@Injectable()
export class BudgetHandler {
  constructor(private readonly budgets: BudgetService) {}

  applyChange({ organization, namespace, revision, budget_usd, fanout }: NamespaceChanged): Promise<Applied> {
    const { share: fanoutShare } = fanoutPaceOf(fanout);
    return this.budgets.apply({
      organization,
      namespace,
      revision,
      budgetUsd: budget_usd,
      fanoutShare,
      deleted: false,
    });
  }

  /** Removes the budget of a deleted namespace. Its charges stay, since they are owed. */
  applyDeletion({ organization, namespace, revision }: NamespaceDeleted): Promise<Applied> {
    return this.budgets.apply({ organization, namespace, revision, budgetUsd: null, fanoutShare: 1, deleted: true });
  }

  spend(query: NamespaceSpend): Promise<NamespaceSpendFound> {
    return this.budgets.readSpendOf(query);
  }
}

import { Applied, NamespaceChanged, NamespaceDeleted, NamespaceSpend, NamespaceSpendFound } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { BudgetService } from './budget.service';

@Injectable()
export class BudgetHandler {
  constructor(private readonly budgets: BudgetService) {}

  changed({ organization, namespace, revision, budget_usd }: NamespaceChanged): Promise<Applied> {
    return this.budgets.apply({ organization, namespace, revision, budgetUsd: budget_usd, deleted: false });
  }

  /** The budget ends with its namespace; what was charged stays, since money was owed for it. */
  deleted({ organization, namespace, revision }: NamespaceDeleted): Promise<Applied> {
    return this.budgets.apply({ organization, namespace, revision, budgetUsd: null, deleted: true });
  }

  spend({ organization, namespace }: NamespaceSpend): Promise<NamespaceSpendFound> {
    return this.budgets.spendOf(organization, namespace);
  }
}

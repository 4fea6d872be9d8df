import { DATABASE } from '@app/boot';
import { NamespaceRef } from '@app/contracts';
import { BudgetChanged, NamespaceSpendFound, budgetChanged } from '@app/contracts/billing';
import { Applied, BudgetView } from '@app/contracts/documents';
import { makeEvent } from '@app/contracts/events';
import { Database, Tx, addToOutbox, eventRow, factRow, newId } from '@app/persistence';
import { roundUsd } from '@app/rating';
import { Inject, Injectable } from '@nestjs/common';
import Big from 'big.js';
import { Budget, BudgetChange, Spend, isPaused, isPausedAfter, isPauseOver, isReached } from './budget';
import {
  Pause,
  listPaused,
  listRunning,
  lockBudget,
  readBudget,
  readSpend,
  setBudget,
  updatePause,
} from './budget.store';

/**
 * Keeps a copy of each namespace's budget. It pauses and resumes judging, and writes row, fact and event of a pause in
 * one transaction.
 */
@Injectable()
export class BudgetService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Applies a change whose revision is newer than the copy's. @returns the state of the copy, changed or not */
  async apply(change: BudgetChange): Promise<Applied> {
    const applied = await this.database.transaction('billing.budget', async (tx) => {
      const before = await lockBudget(tx, change);
      const row = await setBudget(tx, change);
      const spend = await readSpend(tx, change);
      const current = row ?? (await lockBudget(tx, change));
      if (!row || !current) return appliedReply(current, spend);
      const budgets = { from: before?.budget_usd ?? null, to: row.budget_usd };
      const paused = isPausedAfter(budgets, isPaused(row, spend), spend);
      if (!paused && row.paused) return appliedReply(await this.resume(tx, row, spend), spend);
      if (paused && !row.paused) return appliedReply(await this.pause(tx, row, spend, null), spend);
      return appliedReply(row, spend);
    });
    return { applied: true, ...applied };
  }

  /** What a namespace has spent this month, and whether its budget pauses judging. */
  async readSpendOf(ref: NamespaceRef): Promise<NamespaceSpendFound> {
    const [budget, spend] = await Promise.all([readBudget(this.database, ref), readSpend(this.database, ref)]);
    return spendView(budget, spend);
  }

  /** Pauses judging. @param refusedUsd price of the ask that would pass the budget; null when spend itself reached it */
  pause(tx: Tx, budget: Budget, spend: Spend, refusedUsd: string | null): Promise<Budget> {
    return this.change(tx, budget, spend, { paused: true, month: spend.month, refusedUsd });
  }

  resume(tx: Tx, budget: Budget, spend: Spend): Promise<Budget> {
    return this.change(tx, budget, spend, { paused: false, month: null, refusedUsd: null });
  }

  /** Pauses those of the given namespaces whose spend has reached their budget, in the transaction that charged them. */
  async pauseReached(tx: Tx, refs: readonly NamespaceRef[]): Promise<void> {
    for (const ref of await listRunning(tx, refs)) {
      const budget = await lockBudget(tx, ref);
      const spend = await readSpend(tx, ref);
      if (budget && !budget.paused && isReached(budget.budget_usd, spend)) await this.pause(tx, budget, spend, null);
    }
  }

  /**
   * Resumes a page of paused namespaces where the cause of the pause is gone.
   * @returns the namespace after which the next page begins, or null at the end
   */
  async endPauses(after: NamespaceRef, limit: number): Promise<NamespaceRef | null> {
    const refs = await listPaused(this.database, after, limit);
    for (const ref of refs) {
      const seen = await readBudget(this.database, ref);
      if (!seen || !isPauseOver(seen, await readSpend(this.database, ref))) continue;
      await this.database.transaction('billing.budget', async (tx) => {
        const budget = await lockBudget(tx, ref);
        const spend = await readSpend(tx, ref);
        if (budget && isPauseOver(budget, spend)) await this.resume(tx, budget, spend);
      });
    }
    return refs.length < limit ? null : refs[refs.length - 1];
  }

  private async change(tx: Tx, budget: Budget, spend: Spend, to: Pause): Promise<Budget> {
    const { organization, namespace } = budget;
    const row = await updatePause(tx, budget, to);
    const changedAt = row.at.toISOString();
    const fact: BudgetChanged = {
      organization,
      namespace,
      paused: to.paused,
      spend_month_usd: roundUsd(spend.spent),
      month: spend.month,
      revision: Number(row.change_revision),
      changed_at: changedAt,
    };
    const type = to.paused ? 'namespace.budget_paused' : 'namespace.budget_resumed';
    const event = makeEvent(
      type,
      { id: newId('evt'), organization, namespace, timestamp: changedAt },
      { budget: budgetView(row.budget_usd), spend_month_usd: committedUsd(spend) },
    );
    await addToOutbox(tx, [factRow(budgetChanged, fact), eventRow(event)]);
    return row;
  }
}

/** `paused_revision` lets the owner of the namespace ignore `billing.budget.changed` facts from before this reply. */
function appliedReply(budget: Budget | null, spend: Spend): Omit<Applied, 'applied'> {
  return { ...spendView(budget, spend), paused_revision: Number(budget?.change_revision ?? 0) };
}

function spendView(budget: Budget | null, spend: Spend): NamespaceSpendFound {
  return { paused: budget !== null && isPaused(budget, spend), spend_month_usd: roundUsd(spend.spent) };
}

/** What is charged and what open asks hold: the month's spend as it will be when the asks under way have ended. */
function committedUsd({ spent, open }: Spend): number {
  return roundUsd(new Big(spent).plus(open).toFixed());
}

function budgetView(usd: string | null): BudgetView | null {
  return usd === null ? null : { compute_usd_per_month: Number(usd), on_exceeded: 'pause' };
}

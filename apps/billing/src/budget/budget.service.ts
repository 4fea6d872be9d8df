import { DATABASE } from '@app/boot';
import { Applied, BudgetChanged, BudgetView, NamespaceSpendFound, budgetChanged, makeEvent } from '@app/contracts';
import { Database, Tx, addToOutbox, eventRow, newId, factRow } from '@app/persistence';
import { roundUsd } from '@app/rating';
import { Inject, Injectable } from '@nestjs/common';
import { Budget, Spend, isOver, isReached, pausedBy } from './budget';
import { BudgetStore, NamespaceKey } from './budget.store';

interface Change extends NamespaceKey {
  revision: number;
  budgetUsd: number | null;
  deleted: boolean;
}

/** Keeps a copy of each namespace's budget and turns its pause: row, fact and event in one transaction. */
@Injectable()
export class BudgetService {
  constructor(
    private readonly store: BudgetStore,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** Applies what the owner set, when it is newer than what is held; says what follows for judging either way. */
  async apply(change: Change): Promise<Applied> {
    const { organization, namespace } = change;
    const applied = await this.database.transaction('billing.budget', async (tx) => {
      const before = await this.store.lock(tx, organization, namespace);
      const row = await this.store.set(tx, change, change);
      const spend = await this.store.spend(organization, namespace, tx);
      const current = row ?? (await this.store.lock(tx, organization, namespace));
      if (!row || !current) return told(current, spend);
      const paused = pausedBy({ from: before?.budget_usd ?? null, to: row.budget_usd }, isPaused(row, spend), spend);
      if (!paused && row.paused) return told(await this.resume(tx, row, spend), spend);
      if (paused && !row.paused) return told(await this.pause(tx, row, spend, null), spend);
      return told(row, spend);
    });
    return { applied: true, ...applied };
  }

  async spendOf(organization: string, namespace: string): Promise<NamespaceSpendFound> {
    const [budget, spend] = await Promise.all([
      this.store.read(organization, namespace),
      this.store.spend(organization, namespace),
    ]);
    return shown(budget, spend);
  }

  lock(tx: Tx, organization: string, namespace: string): Promise<Budget | null> {
    return this.store.lock(tx, organization, namespace);
  }

  /** @param refusedUsd price of the ask that would pass; null when spend itself reached the budget */
  pause(tx: Tx, budget: Budget, spend: Spend, refusedUsd: string | null): Promise<Budget> {
    return this.turn(tx, budget, spend, { paused: true, month: spend.month, refusedUsd });
  }

  resume(tx: Tx, budget: Budget, spend: Spend): Promise<Budget> {
    return this.turn(tx, budget, spend, { paused: false, month: null, refusedUsd: null });
  }

  /** Pauses those of some namespaces whose spend has reached their budget, in the transaction that charged them. */
  async pauseReached(tx: Tx, keys: NamespaceKey[]): Promise<void> {
    for (const { organization, namespace } of await this.store.watched(tx, keys)) {
      const budget = await this.store.lock(tx, organization, namespace);
      const spend = await this.store.spend(organization, namespace, tx);
      if (budget && !budget.paused && isReached(budget.budget_usd, spend)) await this.pause(tx, budget, spend, null);
    }
  }

  /** Ends pauses whose cause is gone, a page of namespaces at a time. @returns where to go on, or null at the end */
  async endPauses(after: NamespaceKey, limit: number): Promise<NamespaceKey | null> {
    const keys = await this.store.paused(after, limit);
    for (const { organization, namespace } of keys) {
      const seen = await this.store.read(organization, namespace);
      if (!seen || !isOver(seen, await this.store.spend(organization, namespace))) continue;
      await this.database.transaction('billing.budget', async (tx) => {
        const budget = await this.store.lock(tx, organization, namespace);
        const spend = await this.store.spend(organization, namespace, tx);
        if (budget && isOver(budget, spend)) await this.resume(tx, budget, spend);
      });
    }
    return keys.length < limit ? null : keys[keys.length - 1];
  }

  private async turn(
    tx: Tx,
    budget: Budget,
    spend: Spend,
    to: { paused: boolean; month: string | null; refusedUsd: string | null },
  ): Promise<Budget> {
    const { organization, namespace } = budget;
    const row = await this.store.turn(tx, budget, to);
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
      { budget: budgetView(row.budget_usd), spend_month_usd: fact.spend_month_usd },
    );
    await addToOutbox(tx, [factRow(budgetChanged, fact), eventRow(event)]);
    return row;
  }
}

/** A pause of an earlier month is over, also before the row says so; a budget of 0 leaves no room in any month. */
function isPaused({ paused, paused_month, budget_usd }: Budget, { month }: Spend): boolean {
  return paused && (paused_month === month || Number(budget_usd) === 0);
}

/** What a change of settings is answered with: by its revision later and earlier facts can be told apart. */
function told(budget: Budget | null, spend: Spend): Omit<Applied, 'applied'> {
  return { ...shown(budget, spend), paused_revision: Number(budget?.change_revision ?? 0) };
}

function shown(budget: Budget | null, spend: Spend): NamespaceSpendFound {
  return { paused: budget !== null && isPaused(budget, spend), spend_month_usd: roundUsd(spend.spent) };
}

function budgetView(usd: string | null): BudgetView | null {
  return usd === null ? null : { compute_usd_per_month: Number(usd), on_exceeded: 'pause' };
}

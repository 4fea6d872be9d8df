import { NamespaceRef } from '@app/contracts';
import Big from 'big.js';

/** One namespace's budget and whether it pauses judging now. Exact decimals of US dollars. */
export interface Budget extends NamespaceRef {
  /** Budget of a month; null when the namespace has none. */
  budget_usd: string | null;
  paused: boolean;
  /** UTC month in which the pause began, `YYYY-MM`. */
  paused_month: string | null;
  /** Price of the ask that would have passed the budget; null when spend itself reached the budget. */
  refused_usd: string | null;
  /** Number of a sequence over all namespaces: grows with each pause and resume, also across delete and re-create. */
  change_revision: string;
}

/** What an owner sets on a namespace; `revision` orders changes. */
export interface BudgetChange extends NamespaceRef {
  revision: number;
  budgetUsd: number | null;
  /** Part of the budget that fan-out may take, 0 to 1. */
  fanoutShare: number;
  deleted: boolean;
}

/** A namespace's money in the current month. Exact decimals of US dollars. */
export interface Spend {
  /** `YYYY-MM`, UTC. */
  month: string;
  /** Charged by the ledger. */
  spent: string;
  /** Held by open reservations, and left in blocks. */
  open: string;
}

/** Whether charges alone have reached the budget. A budget of 0 is reached before anything is charged. */
export function isReached(budgetUsd: string | null, { spent }: Spend): boolean {
  return budgetUsd !== null && new Big(spent).gte(budgetUsd);
}

/** Whether judging is paused now. A pause of an earlier month has ended, even if the row still shows it. */
export function isPaused({ paused, paused_month, budget_usd }: Budget, { month }: Spend): boolean {
  return paused && (paused_month === month || Number(budget_usd) === 0);
}

/**
 * Whether judging is paused after an owner changed the budget. Without a budget it never is. A budget that spend has
 * reached pauses at once. Raising a budget above the spend resumes; lowering it keeps a pause that was there.
 */
export function isPausedAfter(
  change: { from: string | null; to: string | null },
  wasPaused: boolean,
  spend: Spend,
): boolean {
  const { from, to } = change;
  if (to === null) return false;
  if (isReached(to, spend)) return true;
  const isRaised = from === null || new Big(to).gt(from);
  return wasPaused && !isRaised;
}

/**
 * Whether the cause of a pause is gone: a new month began, or the refused ask would fit again because reserved money
 * came back. A budget of 0 allows no ask in any month.
 */
export function isPauseOver(budget: Budget, spend: Spend): boolean {
  const { budget_usd: usd, paused, paused_month: since, refused_usd: refused } = budget;
  if (!paused || usd === null || new Big(usd).eq(0)) return false;
  if (since !== spend.month) return true;
  return refused !== null && new Big(spend.spent).plus(spend.open).plus(refused).lte(usd);
}

import Big from 'big.js';

/** One namespace's budget and what it does now. Exact decimals of US dollars. */
export interface Budget {
  organization: string;
  namespace: string;
  budget_usd: string | null;
  paused: boolean;
  /** UTC month in which the pause began. */
  paused_month: string | null;
  /** Price of the ask that would have passed the budget; null when spend itself reached it. */
  refused_usd: string | null;
  /** Grows with every turn of the pause, over all namespaces, so also across delete and re-create. */
  change_revision: string;
}

/** A namespace's money in the current month. */
export interface Spend {
  month: string;
  spent: string;
  /** Held by reservations that are open. */
  open: string;
}

/** Whether spend alone has reached the budget; a budget of 0 is reached by nothing spent. */
export function isReached(budgetUsd: string | null, { spent }: Spend): boolean {
  return budgetUsd !== null && new Big(spent).gte(budgetUsd);
}

/**
 * Whether judging pauses after an owner set the budget: at once when spend has reached it, never without one, cleared
 * by raising; lowering leaves a pause that was there.
 */
export function pausedBy(change: { from: string | null; to: string | null }, paused: boolean, spend: Spend): boolean {
  const { from, to } = change;
  if (to === null) return false;
  if (isReached(to, spend)) return true;
  const isRaised = from === null || new Big(to).gt(from);
  return paused && !isRaised;
}

/**
 * Whether a pause has lost its cause: another month began, or the ask that would have passed would pass no longer,
 * since what was held then was given back. A budget of 0 leaves no room in any month.
 */
export function isOver(budget: Budget, spend: Spend): boolean {
  const { budget_usd: usd, paused, paused_month: since, refused_usd: refused } = budget;
  if (!paused || usd === null || new Big(usd).eq(0)) return false;
  if (since !== spend.month) return true;
  return refused !== null && new Big(spend.spent).plus(spend.open).plus(refused).lte(usd);
}

import { SpendAsk } from '@app/contracts';
import { PriceTier, priceOf } from '@app/rating';
import Big from 'big.js';

/** What is known of an organization's month and of one namespace in it when an ask wants money. Exact decimals. */
export interface Standing {
  /** Judgments used in the month, and held by open reservations, of the whole organization. */
  used: string;
  held: string;
  /** Judgments a month that the plan allows; null is no limit. */
  quota: number | null;
  /** The namespace's budget, or null when it has none. */
  budget: { usd: string; spent: string; open: string } | null;
}

/** Money held for one ask. */
export interface Held {
  ask_id: string;
  units: string;
  costUsd: string;
  /** Where in the month's steps the ask was priced: fewer units cost less from the same place. */
  usedBefore: string;
}

export interface Decision {
  held: Held[];
  refused: Map<string, 'budget_exceeded' | 'plan_required'>;
  /** Price of the first ask that the budget refused: judging pauses until one like it fits. */
  refusedUsd: string | null;
}

/**
 * Which asks may run, in their order. The first ask that would pass the budget pauses the namespace: nothing after it
 * runs, small as it may be. An ask over the plan's quota is refused alone.
 */
export function decide(asks: SpendAsk[], standing: Standing, tiers: readonly PriceTier[]): Decision {
  const decision: Decision = { held: [], refused: new Map(), refusedUsd: null };
  let used = new Big(standing.used).plus(standing.held);
  let left = standing.budget && new Big(standing.budget.usd).minus(standing.budget.spent).minus(standing.budget.open);
  for (const { ask_id, units } of asks) {
    const costUsd = priceOf(used.toFixed(), units, tiers);
    if (decision.refusedUsd !== null || left?.lt(costUsd)) {
      decision.refused.set(ask_id, 'budget_exceeded');
      decision.refusedUsd ??= costUsd;
    } else if (standing.quota !== null && used.plus(units).gt(standing.quota)) {
      decision.refused.set(ask_id, 'plan_required');
    } else {
      decision.held.push({ ask_id, units: String(units), costUsd, usedBefore: used.toFixed() });
      used = used.plus(units);
      left = left && left.minus(costUsd);
    }
  }
  return decision;
}

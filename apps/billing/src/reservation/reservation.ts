import { SpendAsk } from '@app/contracts';
import { PriceTier, priceOf } from '@app/rating';
import Big from 'big.js';

/** What limits an ask: the organization's month and its plan, and the budget of one namespace. Exact decimals. */
export interface SpendLimits {
  /** Judgments that the whole organization used this month. */
  used: string;
  /** Judgments that open reservations of the whole organization hold. */
  held: string;
  /** Judgments a month that the plan allows; null means no limit. */
  quota: number | null;
  /** The namespace's budget, and how much of it is spent and held; null when it has none. */
  budget: { usd: string; spent: string; open: string } | null;
}

/** Money that a reservation holds for one ask. */
export interface Hold {
  ask_id: string;
  units: string;
  costUsd: string;
  /** Judgments before this ask in the month: they place it in the price tiers, also when it is charged for less. */
  usedBefore: string;
}

export interface Decision {
  holds: Hold[];
  refused: Map<string, 'budget_exceeded' | 'plan_required'>;
  /** Price of the first ask that the budget refused; judging pauses until such an ask fits. Null when none was. */
  refusedUsd: string | null;
}

/**
 * Decides which asks may run, in their order. The first ask that would pass the budget pauses the namespace: every ask
 * after it is refused, however small. An ask over the plan's quota is refused alone.
 */
export function decide(asks: SpendAsk[], limits: SpendLimits, tiers: readonly PriceTier[]): Decision {
  const decision: Decision = { holds: [], refused: new Map(), refusedUsd: null };
  let used = new Big(limits.used).plus(limits.held);
  let left = limits.budget && new Big(limits.budget.usd).minus(limits.budget.spent).minus(limits.budget.open);
  for (const { ask_id, units } of asks) {
    const costUsd = priceOf(used.toFixed(), units, tiers);
    if (decision.refusedUsd !== null || left?.lt(costUsd)) {
      decision.refused.set(ask_id, 'budget_exceeded');
      decision.refusedUsd ??= costUsd;
    } else if (limits.quota !== null && used.plus(units).gt(limits.quota)) {
      decision.refused.set(ask_id, 'plan_required');
    } else {
      decision.holds.push({ ask_id, units: String(units), costUsd, usedBefore: used.toFixed() });
      used = used.plus(units);
      left = left && left.minus(costUsd);
    }
  }
  return decision;
}

import { SpendAsk, SpendRefusal } from '@app/contracts/billing';
import { PriceTier, priceOf } from '@app/rating';
import Big from 'big.js';

/** A namespace's budget of the month. Exact decimals of US dollars. */
export interface NamespaceBudget {
  usd: string;
  spent: string;
  open: string;
  /** The part of the budget that fan-out may take, 0 to 1, and what its asks cost and hold. */
  fanout: { share: string; spent: string; open: string };
}

/** What limits an ask: the organization's month and its plan, and the budget of one namespace. Exact decimals. */
export interface SpendLimits {
  /** Judgments that the whole organization used this month. */
  used: string;
  /** Judgments that open reservations of the whole organization hold. */
  held: string;
  /** Judgments a month that the plan allows; null means no limit. */
  quota: number | null;
  /** The namespace's budget, and how much of it is spent and held; null when it has none. */
  budget: NamespaceBudget | null;
}

/** Money that a reservation holds for one ask. */
export interface Hold {
  ask_id: string;
  units: string;
  costUsd: string;
  /** Judgments before this ask in the month: they place it in the price tiers, also when it is charged for less. */
  usedBefore: string;
  /** Fan-out alone wants it. */
  isFanout: boolean;
}

export interface Decision {
  holds: Hold[];
  refused: Map<string, SpendRefusal>;
  /** Price of the first ask that the budget refused; judging pauses until such an ask fits. Null when none was. */
  refusedUsd: string | null;
}

/**
 * Decides which asks may run, in their order. The first ask that would pass the budget pauses the namespace: every ask
 * after it is refused, however small. An ask over the plan's quota is refused alone. The first ask of fan-out that would
 * pass fan-out's share of the budget pauses nothing: the asks of fan-out after it are refused, and the others go on.
 */
export function decide(asks: SpendAsk[], limits: SpendLimits, tiers: readonly PriceTier[]): Decision {
  const decision: Decision = { holds: [], refused: new Map(), refusedUsd: null };
  let used = new Big(limits.used).plus(limits.held);
  let left = limits.budget && new Big(limits.budget.usd).minus(limits.budget.spent).minus(limits.budget.open);
  let fanoutLeft = limits.budget && shareLeft(limits.budget);
  for (const { ask_id, units, fanout: isFanout = false } of asks) {
    const costUsd = priceOf(used.toFixed(), units, tiers);
    if (isFanout && fanoutLeft?.lt(costUsd)) {
      decision.refused.set(ask_id, 'fanout_share');
      fanoutLeft = new Big(-1);
    } else if (decision.refusedUsd !== null || left?.lt(costUsd)) {
      decision.refused.set(ask_id, 'budget_exceeded');
      decision.refusedUsd ??= costUsd;
    } else if (limits.quota !== null && used.plus(units).gt(limits.quota)) {
      decision.refused.set(ask_id, 'plan_required');
    } else {
      decision.holds.push({ ask_id, units: String(units), costUsd, usedBefore: used.toFixed(), isFanout });
      used = used.plus(units);
      left = left && left.minus(costUsd);
      if (isFanout) fanoutLeft = fanoutLeft && fanoutLeft.minus(costUsd);
    }
  }
  return decision;
}

function shareLeft({ usd, fanout: { share, spent, open } }: NamespaceBudget): Big {
  return new Big(usd).times(share).minus(spent).minus(open);
}

import { SpendAsk, SpendRefusal } from '@app/contracts/billing';
import { PriceTier, priceOf, roundUsd } from '@app/rating';
import Big from 'big.js';
import { Hold } from './reservation';

/** An ask that is drawn from a block. */
export type SpendBlockAsk = SpendAsk & { at_units: number };

/** What a block still holds for one namespace. Exact decimals. */
export interface SpendBlockRest {
  /** Judgments before the block in the organization's month. */
  usedBefore: string;
  units: string;
  costUsd: string;
}

/** A namespace's budget as a block meets it. Exact decimals of US dollars. */
export interface DrawdownBudget {
  usd: string;
  spent: string;
  /** Held by open reservations. The rest of blocks is left out: two runs would otherwise wait for each other. */
  open: string;
}

export interface Drawdowns {
  holds: Hold[];
  refused: Map<string, SpendRefusal>;
}

/**
 * Decides which asks are drawn from a block, in their order. The money is in the block already, so that a pause of the
 * namespace stops no ask; only spend and open reservations that leave no room in the budget do. The asks after a refused
 * one are refused as well: a run that stops leaves whole rows.
 * @param block null when it has ended
 */
export function decideDrawdowns(
  asks: readonly SpendBlockAsk[],
  block: SpendBlockRest | null,
  budget: DrawdownBudget | null,
  tiers: readonly PriceTier[],
): Drawdowns {
  const draws: Drawdowns = { holds: [], refused: new Map() };
  const spent = budget && new Big(budget.spent);
  let open = budget && new Big(budget.open);
  let left = block && { units: new Big(block.units), usd: new Big(block.costUsd) };
  let refusal: SpendRefusal | null = null;
  for (const { ask_id, units, at_units } of asks) {
    const usedBefore = new Big(block?.usedBefore ?? 0).plus(at_units).toFixed();
    const costUsd = priceOf(usedBefore, units, tiers);
    if (!left || left.units.lt(units) || left.usd.lt(costUsd)) refusal ??= 'block_spent';
    else if (budget && spent && open && !fits(budget.usd, spent, open.plus(costUsd))) refusal ??= 'budget_exceeded';
    if (refusal || !left) {
      draws.refused.set(ask_id, refusal ?? 'block_spent');
      continue;
    }
    draws.holds.push({ ask_id, units: String(units), costUsd, usedBefore, isFanout: false });
    left = { units: left.units.minus(units), usd: left.usd.minus(costUsd) };
    open = open && open.plus(costUsd);
  }
  return draws;
}

/** A budget that spend has reached is a stop, also for an ask that costs nothing. */
function fits(usd: string, spent: Big, held: Big): boolean {
  return spent.lt(usd) && spent.plus(held).lte(usd);
}

/**
 * Cost of a part of a block, in US dollars. Rounded from the block's begin, so that the parts of a whole add up to it:
 * an item of a quote costs exactly what its asks do, however many they are.
 * @param usedBefore judgments before the block in the month
 * @param at         units of the block before the part
 */
export function costInBlock(
  usedBefore: string,
  at: Big | number,
  units: Big | number,
  tiers: readonly PriceTier[],
): number {
  const upTo = (end: Big): Big => new Big(roundUsd(priceOf(usedBefore, end.toFixed(), tiers)));
  const from = new Big(at);
  return upTo(from.plus(units)).minus(upTo(from)).toNumber();
}

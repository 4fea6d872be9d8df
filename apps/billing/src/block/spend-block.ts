import { OpenBlock, maxBlockItems, maxBlockNamespaces } from '@app/contracts/billing';
import { invalid } from '@app/problem';
import { PriceTier, priceOf } from '@app/rating';
import Big from 'big.js';
import { costInBlock } from '../reservation/drawdown';

/** What a run holds of one namespace. Exact decimals. */
export interface SpendBlockPart {
  namespace: string;
  units: string;
  costUsd: string;
}

/** A block at its place in the month. */
export interface SpendBlockPlan {
  /** Parts of the block, in the order of the request. */
  parts: SpendBlockPart[];
  /** US dollars of each item, exact to 1e-6; they add up to `costUsd`. */
  itemsUsd: number[];
  units: string;
  costUsd: number;
}

/** Minutes that a block is open until a run is stored: a confirm that died holds money no longer. */
export const openMinutes = 10;
/** Further than the run's worker looks, so that a block outlives an outage of calibration. */
export const extendHours = 24;
/** A quote and a block may differ by one step of the rounding. */
const toleranceUsd = '0.000001';

/**
 * Checks what no class says: each item has as many units as there are namespaces, and there is something to hold.
 * @throws Problem `invalid_request`
 */
export function checkSpendBlock({ namespaces, items }: OpenBlock): void {
  const sizes = [
    ['/namespaces', namespaces.length, maxBlockNamespaces],
    ['/items', items.length, maxBlockItems],
  ] as const;
  for (const [path, length, most] of sizes) {
    if (length === 0 || length > most)
      throw invalid('bad_length', path, `\`${path}\` must have 1 to ${most} elements.`);
  }
  if (new Set(namespaces).size < namespaces.length)
    throw invalid('duplicate', '/namespaces', '`/namespaces` names a namespace twice; add its units together.');
  for (const [index, { units }] of items.entries()) {
    const path = `/items/${index}/units`;
    if (units.length !== namespaces.length)
      throw invalid('bad_length', path, `\`${path}\` must have one number for each of \`/namespaces\`.`);
    if (units.some((amount) => !Number.isFinite(amount) || amount < 0))
      throw invalid('bad_number', path, `\`${path}\` must hold numbers of at least 0.`);
  }
}

/**
 * Lays the units end to end, item by item and in each item namespace by namespace, and prices each at its own place.
 * @param usedBefore judgments before the block in the month
 */
export function planSpendBlock(
  usedBefore: string,
  { namespaces, items }: Pick<OpenBlock, 'namespaces' | 'items'>,
  tiers: readonly PriceTier[],
): SpendBlockPlan {
  const parts = namespaces.map((namespace) => ({ namespace, units: new Big(0), usd: new Big(0) }));
  const itemsUsd: number[] = [];
  let at = new Big(0);
  for (const { units } of items) {
    const start = at;
    for (const [index, amount] of units.entries()) {
      if (amount === 0) continue;
      const part = parts[index];
      part.units = part.units.plus(amount);
      part.usd = part.usd.plus(priceOf(new Big(usedBefore).plus(at).toFixed(), amount, tiers));
      at = at.plus(amount);
    }
    itemsUsd.push(costInBlock(usedBefore, start, at.minus(start), tiers));
  }
  return {
    parts: parts.map(({ namespace, units, usd }) => ({ namespace, units: units.toFixed(), costUsd: usd.toFixed() })),
    itemsUsd,
    units: at.toFixed(),
    costUsd: costInBlock(usedBefore, 0, at, tiers),
  };
}

/** Whether each item costs what its quote named. */
export function isAsQuoted({ itemsUsd }: SpendBlockPlan, { items }: Pick<OpenBlock, 'items'>): boolean {
  return items.every(({ cost_usd }, index) => new Big(itemsUsd[index]).minus(cost_usd).abs().lte(toleranceUsd));
}

/** A namespace's budget when a block opens. Exact decimals of US dollars. */
export interface SpendBlockBudget {
  namespace: string;
  usd: string;
  spent: string;
  /** Held by open reservations, and left in other blocks. */
  open: string;
  paused: boolean;
}

/** @returns the first namespace, in the order of the budgets, whose budget pauses it or lacks the money; else null */
export function lackingMoney({ parts }: SpendBlockPlan, budgets: readonly SpendBlockBudget[]): string | null {
  const costs = new Map(parts.map(({ namespace, costUsd }) => [namespace, costUsd]));
  const lacking = budgets.find(({ namespace, usd, spent, open, paused }) => {
    const cost = costs.get(namespace) ?? '0';
    return paused || new Big(spent).gte(usd) || new Big(spent).plus(open).plus(cost).gt(usd);
  });
  return lacking?.namespace ?? null;
}

import Big from 'big.js';

/** One tier of graduated prices. Both figures are exact decimals. */
export interface PriceTier {
  /** Judgments of the month up to which the tier reaches, inclusive; null for the last tier. */
  upTo: string | null;
  /** US dollars for each judgment inside the tier. */
  usdPerJudgment: string;
}

/**
 * Price of further judgments in a month, each at the price of its tier.
 * @param usedBefore judgments used earlier in the month
 * @param units      judgments to price
 * @param tiers      with rising `upTo`; the last one has null
 * @returns US dollars as an exact decimal string, without trailing zeros
 * @throws RangeError when the last tier ends before the units do: a defect of the configuration, never of a request
 */
export function priceOf(usedBefore: number | string, units: number | string, tiers: readonly PriceTier[]): string {
  let from = new Big(usedBefore);
  const end = from.plus(units);
  let price = new Big(0);
  for (const { upTo, usdPerJudgment } of tiers) {
    const until = upTo === null || end.lte(upTo) ? end : new Big(upTo);
    if (until.gt(from)) {
      price = price.plus(until.minus(from).times(usdPerJudgment));
      from = until;
    }
  }
  if (from.lt(end)) throw new RangeError(`the price tiers end at ${from.toFixed()} judgments, before ${end.toFixed()}`);
  return price.toFixed();
}

/**
 * `cost_usd` as responses show it. The ledger keeps the exact string.
 * @returns US dollars rounded half up to 1e-6
 */
export function roundUsd(exactUsd: string): number {
  return new Big(exactUsd).round(6, Big.roundHalfUp).toNumber();
}

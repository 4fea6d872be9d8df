import Big from 'big.js';

/** One step of graduated prices; both figures are exact decimals. */
export interface PriceTier {
  /** Judgments of the month up to which the step reaches, inclusive; null for the last step. */
  upTo: string | null;
  /** US dollars per judgment inside the step. */
  usdPerJudgment: string;
}

/**
 * Price of further judgments in a month, each at the price of the step it falls into.
 * @param usedBefore judgments already used in the month
 * @param units      judgments to price
 * @param tiers      steps with rising `upTo`; the last one is open (null)
 * @returns US dollars as an exact decimal string, without trailing zeros
 * @throws RangeError when the steps end before the units do: a defect of the configuration, never of a request
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
  if (from.lt(end)) throw new RangeError(`the price steps end at ${from.toFixed()} judgments, before ${end.toFixed()}`);
  return price.toFixed();
}

/**
 * `cost_usd` as responses show it; the ledger keeps the exact string.
 * @returns US dollars rounded half up to 1e-6
 */
export function roundUsd(exactUsd: string): number {
  return new Big(exactUsd).round(6, Big.roundHalfUp).toNumber();
}

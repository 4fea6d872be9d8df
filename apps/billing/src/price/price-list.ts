import { Plan, plans } from '@app/contracts';
import { PriceTier } from '@app/rating';
import Big from 'big.js';

/** The operator's prices and quotas; nothing of it leaves this service. */
export interface PriceList {
  /** Graduated steps of an organization's month. */
  tiers: PriceTier[];
  /** Judgments a month by plan; null is no limit. */
  quotas: Record<Plan, number | null>;
}

export const defaultPriceList: PriceList = {
  tiers: [
    { upTo: '1000000', usdPerJudgment: '0.002' },
    { upTo: '10000000', usdPerJudgment: '0.0015' },
    { upTo: null, usdPerJudgment: '0.001' },
  ],
  quotas: { developer: 100_000, team: 5_000_000, scale: null },
};

/**
 * Reads the operator's price list; what is left out keeps its default.
 * @throws Error when steps do not rise, do not end open, or a figure is no plain decimal of at least 0
 */
export function readPriceList(value: unknown): PriceList {
  if (value === null || typeof value !== 'object') throw new Error('must be an object of tiers and quotas');
  const { tiers = defaultPriceList.tiers, quotas = {} } = value as Partial<PriceList>;
  return { tiers: readTiers(tiers), quotas: { ...defaultPriceList.quotas, ...readQuotas(quotas) } };
}

const decimal = /^\d{1,15}(\.\d{1,12})?$/;
/** Text only: a number in JSON is a binary fraction already. */
const isDecimal = (value: unknown): boolean => typeof value === 'string' && decimal.test(value);

function readTiers(tiers: unknown): PriceTier[] {
  if (!Array.isArray(tiers) || tiers.length === 0) throw new Error('tiers must be a list of at least one step');
  let reached = new Big(0);
  return tiers.map((tier: PriceTier, index) => {
    const { upTo, usdPerJudgment } = tier;
    if (!isDecimal(usdPerJudgment)) throw new Error(`tiers[${index}].usdPerJudgment must be a decimal string`);
    const isLast = index === tiers.length - 1;
    if ((upTo === null) !== isLast) throw new Error('the last step, and only it, has `upTo` null');
    if (upTo !== null) {
      if (!isDecimal(upTo) || reached.gte(upTo)) throw new Error(`tiers[${index}].upTo must rise from step to step`);
      reached = new Big(upTo);
    }
    return { upTo, usdPerJudgment };
  });
}

function readQuotas(quotas: object): Partial<PriceList['quotas']> {
  for (const [plan, units] of Object.entries(quotas)) {
    if (!plans.includes(plan as Plan)) throw new Error(`quotas.${plan} is no plan`);
    if (units !== null && !(typeof units === 'number' && units >= 0)) throw new Error(`quotas.${plan} must be >= 0`);
  }
  return quotas;
}

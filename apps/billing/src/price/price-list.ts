import { Plan, plans } from '@app/contracts';
import { PriceTier } from '@app/rating';
import Big from 'big.js';

/** The operator's prices and quotas. Billing never publishes them. */
export interface PriceList {
  /** Graduated price tiers of an organization's month: each tier prices the judgments that fall into it. */
  tiers: PriceTier[];
  quotas: Record<Plan, Quota>;
  /** Monthly fee of a namespace that was written or judged in the month, in USD. */
  tenantUsd: string;
  /** Price of one GiB that a pinned namespace holds for a month, in USD. */
  pinnedUsdPerGib: string;
}

/** What a plan allows an organization; null means no limit. */
export interface Quota {
  /** Judgments that may run in a month. */
  judgments: number | null;
  namespaces: number | null;
  documents: number | null;
  /** Stored size of attributes and state. */
  gib: number | null;
}

const noQuota: Quota = { judgments: null, namespaces: null, documents: null, gib: null };

export const defaultPriceList: PriceList = {
  tiers: [
    { upTo: '1000000', usdPerJudgment: '0.002' },
    { upTo: '10000000', usdPerJudgment: '0.0015' },
    { upTo: null, usdPerJudgment: '0.001' },
  ],
  quotas: {
    developer: { judgments: 100_000, namespaces: 1_000, documents: 1_000_000, gib: 10 },
    team: { judgments: 5_000_000, namespaces: 50_000, documents: 50_000_000, gib: 500 },
    scale: noQuota,
  },
  tenantUsd: '0.02',
  pinnedUsdPerGib: '4',
};

/**
 * Reads the operator's price list. A member that is left out keeps its default.
 * @throws Error when the tiers do not rise or the last one has a bound, or when a figure is not a plain decimal of at
 *   least 0; its message names the member
 */
export function readPriceList(value: unknown): PriceList {
  if (value === null || typeof value !== 'object')
    throw new Error('must be a JSON object with `tiers`, `tenantUsd`, `pinnedUsdPerGib` and `quotas`');
  const given = value as Partial<PriceList>;
  const { tiers, tenantUsd, pinnedUsdPerGib } = { ...defaultPriceList, ...given };
  for (const [name, usd] of Object.entries({ tenantUsd, pinnedUsdPerGib })) {
    if (!isDecimal(usd)) throw new Error(`${name} must be a decimal number in quotes, such as "0.02"`);
  }
  return { tiers: readTiers(tiers), quotas: readQuotas(given.quotas ?? {}), tenantUsd, pinnedUsdPerGib };
}

const decimal = /^\d{1,15}(\.\d{1,12})?$/;
/** Prices come as text, since a JSON number would already be a binary fraction. */
const isDecimal = (value: unknown): boolean => typeof value === 'string' && decimal.test(value);

function readTiers(tiers: unknown): PriceTier[] {
  if (!Array.isArray(tiers) || tiers.length === 0) throw new Error('tiers must be a list of at least one tier');
  let reached = new Big(0);
  return tiers.map((tier: PriceTier, index) => {
    const { upTo, usdPerJudgment } = tier;
    if (!isDecimal(usdPerJudgment))
      throw new Error(`tiers[${index}].usdPerJudgment must be a decimal number in quotes, such as "0.002"`);
    const isLast = index === tiers.length - 1;
    if ((upTo === null) !== isLast) throw new Error('the last tier, and only the last, must have `upTo`: null');
    if (upTo !== null) {
      if (!isDecimal(upTo) || reached.gte(upTo))
        throw new Error(`tiers[${index}].upTo must be greater than that of the tier before`);
      reached = new Big(upTo);
    }
    return { upTo, usdPerJudgment };
  });
}

function readQuotas(given: object): PriceList['quotas'] {
  const quotas = { ...defaultPriceList.quotas };
  for (const [plan, quota] of Object.entries(given) as [Plan, Partial<Quota>][]) {
    if (!plans.includes(plan))
      throw new Error(`quotas.${plan} names an unknown plan; the plans are ${plans.join(', ')}`);
    for (const [name, limit] of Object.entries(quota)) {
      if (!(name in noQuota))
        throw new Error(`quotas.${plan}.${name} is unknown; the quotas are ${Object.keys(noQuota).join(', ')}`);
      if (limit !== null && !(typeof limit === 'number' && limit >= 0)) {
        throw new Error(`quotas.${plan}.${name} must be a number of at least 0, or null for no limit`);
      }
    }
    quotas[plan] = { ...quotas[plan], ...quota };
  }
  return quotas;
}

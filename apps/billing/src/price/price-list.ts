import { Plan, plans } from '@app/contracts';
import { PriceTier } from '@app/rating';
import Big from 'big.js';

/** The operator's prices and quotas; nothing of it leaves this service. */
export interface PriceList {
  /** Graduated steps of an organization's month. */
  tiers: PriceTier[];
  quotas: Record<Plan, Quota>;
  /** A month's fee for a namespace with a write or judgment in it, in USD. */
  tenantUsd: string;
  /** A GiB kept resident for a month, in USD. */
  pinnedUsdPerGib: string;
}

/** What a plan allows; null is no limit. */
export interface Quota {
  /** Judgments a month. */
  judgments: number | null;
  namespaces: number | null;
  documents: number | null;
  /** Of attributes and state, as stored. */
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
 * Reads the operator's price list; what is left out keeps its default.
 * @throws Error when steps do not rise, do not end open, or a figure is no plain decimal of at least 0
 */
export function readPriceList(value: unknown): PriceList {
  if (value === null || typeof value !== 'object') throw new Error('must be an object of tiers, fees and quotas');
  const given = value as Partial<PriceList>;
  const { tiers, tenantUsd, pinnedUsdPerGib } = { ...defaultPriceList, ...given };
  for (const [name, usd] of Object.entries({ tenantUsd, pinnedUsdPerGib })) {
    if (!isDecimal(usd)) throw new Error(`${name} must be a decimal string`);
  }
  return { tiers: readTiers(tiers), quotas: readQuotas(given.quotas ?? {}), tenantUsd, pinnedUsdPerGib };
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

function readQuotas(given: object): PriceList['quotas'] {
  const quotas = { ...defaultPriceList.quotas };
  for (const [plan, quota] of Object.entries(given) as [Plan, Partial<Quota>][]) {
    if (!plans.includes(plan)) throw new Error(`quotas.${plan} is no plan`);
    for (const [name, most] of Object.entries(quota)) {
      if (!(name in noQuota)) throw new Error(`quotas.${plan}.${name} is no quota`);
      if (most !== null && !(typeof most === 'number' && most >= 0)) {
        throw new Error(`quotas.${plan}.${name} must be >= 0, or null for no limit`);
      }
    }
    quotas[plan] = { ...quotas[plan], ...quota };
  }
  return quotas;
}

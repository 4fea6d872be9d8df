import { integer, json } from '@app/config';
import { defaultPriceList, readPriceList } from './price/price-list';

/** The operator's prices and quotas, which billing never publishes, and how long charges of single asks are kept. */
export const billingSettings = {
  prices: json('PRICES', {
    meaning:
      'JSON: graduated `tiers` [{upTo, usdPerJudgment}], fees `tenantUsd` and `pinnedUsdPerGib` a month, and `quotas` by plan {judgments, namespaces, documents, gib}',
    unit: 'USD; judgments a month',
    fallback: defaultPriceList,
    check: readPriceList,
    secret: true,
  }),
  ledgerMonths: integer('LEDGER_RETENTION_MONTHS', {
    meaning: 'how long after the end of its month the charge of an ask is kept; sums of months are kept for good',
    unit: 'months',
    fallback: 13,
    min: 13,
    max: 1200,
  }),
};

import { json } from '@app/config';
import { defaultPriceList, readPriceList } from './price/price-list';

/** What a judgment costs and how much a plan may use: the operator's figures, never published. */
export const billingSettings = {
  prices: json('PRICES', {
    meaning:
      'graduated steps `tiers` [{upTo, usdPerJudgment}], fees `tenantUsd` and `pinnedUsdPerGib` a month, and `quotas` by plan {judgments, namespaces, documents, gib}, as JSON',
    unit: 'USD; judgments a month',
    fallback: defaultPriceList,
    check: readPriceList,
    secret: true,
  }),
};

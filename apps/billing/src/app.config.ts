import { json } from '@app/config';
import { defaultPriceList, readPriceList } from './price/price-list';

/** The operator's prices and quotas. Billing never publishes them. */
export const billingSettings = {
  prices: json('PRICES', {
    meaning:
      'JSON: graduated `tiers` [{upTo, usdPerJudgment}], fees `tenantUsd` and `pinnedUsdPerGib` a month, and `quotas` by plan {judgments, namespaces, documents, gib}',
    unit: 'USD; judgments a month',
    fallback: defaultPriceList,
    check: readPriceList,
    secret: true,
  }),
};

import { json } from '@app/config';
import { defaultPriceList, readPriceList } from './price/price-list';

/** What a judgment costs and how much a plan may use: the operator's figures, never published. */
export const billingSettings = {
  prices: json('PRICES', {
    meaning: 'graduated steps `tiers` [{upTo, usdPerJudgment}] and monthly `quotas` by plan, as JSON',
    unit: 'USD per judgment; judgments a month',
    fallback: defaultPriceList,
    check: readPriceList,
    secret: true,
  }),
};

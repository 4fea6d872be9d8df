import type { Schema } from '@app/sdk/client';
import { countText, usdText } from '../../format/number';
import { observedText } from '../editor/save/observed-text';

type Estimate = Schema<'EstimateView'>;

/** What a month costs when documents go on changing as they did; not known before there was a day of it. */
export function monthText({
  observed_days: days = 0,
  replay_cost_usd_per_month: usd,
  changes_per_day: changes,
}: Estimate) {
  if (days === 0) return 'not known yet: documents are not a day old';
  return `${usdText(usd)}, at ${countText(changes)} changes a day (seen for ${observedText(days)})`;
}

/** What all documents cost, such as `60 documents for $0.0480`. */
export function allText({ existing: { documents, cost_usd: usd } }: Pick<Estimate, 'existing'>): string {
  return `${countText(documents)} ${documents === 1 ? 'document' : 'documents'} for ${usdText(usd)}`;
}

/** How a price stands to the budget of the namespace. @param priceUsd of judging all documents */
export function budgetText(
  { budget, stats }: { budget: { compute_usd_per_month: number } | null; stats: { spend_month_usd: number } },
  priceUsd: number,
): string {
  if (budget === null) return 'This namespace has no budget: nothing stops what judging costs.';
  const left = Math.max(0, budget.compute_usd_per_month - stats.spend_month_usd);
  const words = `${usdText(left)} is left of the budget of ${usdText(budget.compute_usd_per_month)} for this month`;
  return priceUsd > left ? `${words}, which is less: judging stops when it is used up.` : `${words}.`;
}

import type { Schema } from '@app/sdk/client';
import { Facts } from '../../../element/facts';
import { countText, usdText } from '../../../format/number';
import { observedText } from './observed-text';

/** What a change would cost. */
export function EstimateFacts({ estimate }: { estimate: Schema<'EstimateView'> | null }) {
  if (estimate === null) return null;
  const { existing, observed_days: observed } = estimate;
  return (
    <Facts
      facts={[
        ['Judgments per month', countText(estimate.judgments_per_month)],
        ['Monthly cost, at last month’s rate', usdText(estimate.replay_cost_usd_per_month)],
        ['Documents', countText(estimate.documents)],
        ['Changes per day', countText(estimate.changes_per_day)],
        ...(observed === undefined ? [] : [['Observed for', observedText(observed)] as const]),
        ['Backfill', `${countText(existing.documents)} for ${usdText(existing.cost_usd)}`],
      ]}
    />
  );
}

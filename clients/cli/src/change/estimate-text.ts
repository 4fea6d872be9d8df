import type { Schema } from '@app/sdk';

/** Whole observed days under which the service calls the history of an estimate short. */
const enoughDays = 3;

/** What a change costs, in lines for a person. @param estimate null when the documents cannot be counted */
export function estimateText(estimate: Schema<'EstimateView'> | null): string[] {
  if (estimate === null) return ['The documents cannot be counted, so the cost is not known.'];
  const { existing, related, judgments_per_month: monthly, replay_cost_usd_per_month: usd } = estimate;
  const lines = [
    `${count(monthly)} judgments per month, ${usd} USD, at the recent ${count(estimate.changes_per_day)} changes a day`,
    `judging the ${count(existing.documents)} stored documents: ${existing.judgment_units} units, ${existing.cost_usd} USD`,
  ];
  if (related) {
    const limit = estimate.rolling_limit === null ? '' : `, within a rolling limit of ${count(estimate.rolling_limit)}`;
    lines.push(
      `${count(related.changes_per_day)} changes a day of related documents, each of which concerns ` +
        `${related.documents_per_change} documents: ${count(related.judgments_per_day)} judgments a day${limit}`,
    );
  }
  const { observed_days: observed } = estimate;
  if (observed !== undefined && observed < enoughDays) {
    lines.push(`changes were observed for ${daysText(observed)} only: an import counts as what comes every day`);
  }
  return lines;
}

function daysText(days: number): string {
  return ['less than a day', '1 day'][days] ?? `${days} days`;
}

function count(value: number): string {
  return (Math.round(value * 10) / 10).toLocaleString('en');
}

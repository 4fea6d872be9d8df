import type { Warning } from '@app/contracts';
import type { EstimateView } from '@app/contracts/judgments';
import type { Freshness } from '@app/definition';
import { isAutomatic } from '../../quote/amounts';

/** Whole observed days from which an estimate tells an import from what comes each day (docs/contract.md#13-limits). */
const enoughDays = 3;

/**
 * Warns of an estimate that rests on a short history. A judgment that waits for requests follows no changes, so their rate costs
 * nothing there.
 */
export function historyWarnings(estimate: EstimateView | null, freshness: Pick<Freshness, 'policy'>): Warning[] {
  const observed = estimate?.observed_days;
  if (observed === undefined || observed >= enoughDays || !isAutomatic(freshness)) return [];
  const days = ['less than a day', 'one day', 'two days'][observed];
  return [
    {
      code: 'short_history',
      path: '/freshness/policy',
      message: `Changes were observed for ${days}, so an import counts as what comes every day; for a better estimate ask again after ${enoughDays} days.`,
    },
  ];
}

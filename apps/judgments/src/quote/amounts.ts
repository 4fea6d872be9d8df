import { EstimateView } from '@app/contracts';
import { Freshness, durationMs } from '@app/definition';

const monthDays = 30;
const dayMs = 86_400_000;

interface Counts {
  documents: number;
  changesPerDay: number;
}

/** Judgment units, or USD. */
interface Amounts {
  monthly: number;
  existing: number;
}

/** Whether answers are made without anybody asking. */
export function isAutomatic({ policy }: Pick<Freshness, 'policy'>): boolean {
  return policy === 'on_change' || policy === 'interval';
}

/**
 * Units of a month and of what is stored: a changed document is judged once a change, an interval once an interval.
 * @param perAnswer mean units of an answer
 * @param existing units of judging what is stored once
 */
export function amountsOf(freshness: Freshness, counts: Counts, perAnswer: number, existing: number): Amounts {
  const { documents, changesPerDay } = counts;
  const intervalMs = freshness.interval === null ? null : (durationMs(freshness.interval) ?? null);
  const byInterval = intervalMs === null ? 0 : (documents * monthDays * dayMs) / intervalMs;
  const judgings = isAutomatic(freshness) ? changesPerDay * monthDays + byInterval : 0;
  return { monthly: quarters(judgings * perAnswer), existing: quarters(existing) };
}

/** Judgings of a month and of what is stored, with what billing quotes for them in USD. */
export function toEstimate(counts: Counts, existing: number, units: Amounts, usd: Amounts): EstimateView {
  return {
    replay_cost_usd_per_month: usd.monthly,
    judgments_per_month: units.monthly,
    documents: counts.documents,
    changes_per_day: counts.changesPerDay,
    // No recipe reads other documents yet, so nothing fans out and nothing is limited.
    rolling_limit: null,
    existing: { documents: existing, judgment_units: units.existing, cost_usd: usd.existing },
  };
}

/** Units are counted in quarters. */
function quarters(units: number): number {
  return Math.max(0, Math.ceil(units * 4 - 1e-9)) / 4;
}

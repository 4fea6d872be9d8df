import { EstimateView, RelatedEstimate } from '@app/contracts/judgments';
import { Freshness, durationMs } from '@app/definition';

const monthDays = 30;
const dayMs = 86_400_000;

/** Documents that a definition applies to, and how often they change. */
export interface Counts {
  documents: number;
  /** New documents and changes of others. */
  changesPerDay: number;
  /** Whole days in which changes were observed, at most 30; left out by builds of documents that do not say it. */
  observedDays?: number;
  /** Judgings a day that follow changes of related documents; left out without relations. */
  relatedPerDay?: number;
}

/** What changes of related documents cause. */
export interface Replay {
  related: RelatedEstimate;
  /** The rolling limit in effect; null where no change concerns more than one document. */
  rollingLimit: number | null;
}

/** Judgment units, or USD: of a month from now on, and of judging the stored documents once. */
export interface Amounts {
  monthly: number;
  existing: number;
}

/** Whether answers are made without a request for them. */
export function isAutomatic({ policy }: Pick<Freshness, 'policy'>): boolean {
  return policy === 'on_change' || policy === 'interval';
}

/**
 * Judgment units. A document is judged once a change of its own, as often as related documents cause it, and once an
 * interval.
 * @param perAnswer mean units of an answer
 * @param existing units of judging the stored documents once
 */
export function amountsOf(freshness: Freshness, counts: Counts, perAnswer: number, existing: number): Amounts {
  const { documents, changesPerDay, relatedPerDay = 0 } = counts;
  const intervalMs = freshness.interval === null ? null : (durationMs(freshness.interval) ?? null);
  const byInterval = intervalMs === null ? 0 : (documents * monthDays * dayMs) / intervalMs;
  const judgings = isAutomatic(freshness) ? (changesPerDay + relatedPerDay) * monthDays + byInterval : 0;
  return { monthly: roundUp(judgings * perAnswer), existing: roundUp(existing) };
}

/** Judgings of a month and of the stored documents, with the USD that billing quotes for them. */
export function toEstimate(
  counts: Counts,
  existing: number,
  units: Amounts,
  usd: Amounts,
  replay: Replay | null = null,
): EstimateView {
  return {
    replay_cost_usd_per_month: usd.monthly,
    judgments_per_month: units.monthly,
    documents: counts.documents,
    changes_per_day: counts.changesPerDay,
    ...(counts.observedDays !== undefined && { observed_days: counts.observedDays }),
    rolling_limit: replay?.rollingLimit ?? null,
    ...(replay && { related: replay.related }),
    existing: { documents: existing, judgment_units: units.existing, cost_usd: usd.existing },
  };
}

/** Billing counts units in quarters. */
function roundUp(units: number): number {
  return Math.max(0, Math.ceil(units * 4 - 1e-9)) / 4;
}

import type { RelationMeasured } from '@app/contracts/documents';
import type { RelatedEstimate } from '@app/contracts/judgments';
import type { Fanout, Freshness } from '@app/definition';

const dayMs = 86_400_000;

/** What documents measures of one relation in one namespace. */
export interface Measured extends RelationMeasured {
  /** Whether one change can concern every judged document with a key; else it concerns those that it names. */
  spreads: boolean;
}

/** What holds judgings back: changes within a debounce are judged once, and spreads have a limit in any 24 hours. */
export interface Pace {
  freshness: Pick<Freshness, 'debounce_ms'>;
  fanout: Pick<Fanout, 'debounce_ms' | 'rolling_limit'>;
}

/** The changes of related documents in one namespace, and the judgings that follow them. */
export function replayOf(measured: readonly Measured[], { freshness, fanout }: Pace): RelatedEstimate {
  const [gathers, spreads] = [false, true].map((kind) => measured.filter((one) => one.spreads === kind));
  const gathered = sum(gathers.map((one) => judgingsOf(one, freshness.debounce_ms)));
  const spread = sum(spreads.map((one) => judgingsOf(one, fanout.debounce_ms)));
  const judgings = gathered + Math.min(spread, fanout.rolling_limit);
  return toRelated(sum(measured.map((one) => one.changes_per_day)), sum(measured.map(concernedBy)), judgings);
}

/** The replay of all namespaces of a prefix by those of a sample. @param namespaces how many the prefix has */
export function scaled(sampled: readonly RelatedEstimate[], namespaces: number): RelatedEstimate {
  const factor = sampled.length === 0 ? 0 : namespaces / sampled.length;
  const changes = factor * sum(sampled.map((one) => one.changes_per_day));
  const judgings = factor * sum(sampled.map((one) => one.judgments_per_day));
  return toRelated(changes, factor * sum(sampled.map(concernedBy)), judgings);
}

/** @param concerned documents that the changes of a day concern, each as often as it is concerned */
function toRelated(changes: number, concerned: number, judgings: number): RelatedEstimate {
  const each = changes === 0 ? 0 : concerned / changes;
  return { changes_per_day: changes, documents_per_change: each, judgments_per_day: judgings };
}

/** Judgings of a day by one relation: no document is judged more than once within a debounce. */
function judgingsOf(measured: Measured, debounceMs: number): number {
  const concerned = concernedBy(measured);
  return debounceMs === 0 ? concerned : Math.min(concerned, (measured.judged_documents * dayMs) / debounceMs);
}

function concernedBy(one: Pick<RelationMeasured, 'changes_per_day' | 'documents_per_change'>): number {
  return one.changes_per_day * one.documents_per_change;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

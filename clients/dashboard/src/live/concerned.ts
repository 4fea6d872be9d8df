import type { QueryKey } from '@tanstack/react-query';
import { keys } from '../api/query-keys';

/** What this needs of an event of the feed. */
export interface FeedEvent {
  type: string;
  data: unknown;
}

/**
 * Keys of the queries whose data an event may have changed. A key holds for all that begin with it. Events of a judgment name
 * its template where it was inherited, so that their keys leave the namespace out.
 */
export function concernedBy({ type, data }: FeedEvent): QueryKey[] {
  const { namespace } = (data ?? {}) as { namespace?: unknown };
  const [family] = type.split('.');
  return [keys.events.all, ...(families[family]?.(typeof namespace === 'string' ? namespace : undefined) ?? [])];
}

/** @param ns undefined for all namespaces */
const answers = (ns?: string): QueryKey[] =>
  [keys.documents, keys.document, keys.count].map((family) => (ns === undefined ? family.all : family.in(ns)));
const families: Readonly<Record<string, (ns?: string) => QueryKey[]>> = {
  subscription: answers,
  // Backfills and changes by filter move answers.
  job: (ns) => [keys.jobs.all, keys.alternatives.all, keys.builtInAnswers.all, ...answers(ns)],
  namespace: (ns) => [
    ns === undefined ? keys.namespace.all : keys.namespace.of(ns),
    keys.usage.all,
    keys.summary.all,
    ...answers(ns),
  ],
  judgment: () => [keys.judgment.all, keys.judgments.all, keys.versions.all, keys.alternatives.all, ...answers()],
  calibration: () => [keys.calibration.all, keys.judgment.all, keys.alternatives.all, ...answers()],
  alternatives: () => [keys.alternatives.all, keys.judgment.all],
  webhook_endpoint: () => [keys.endpoints.all, keys.deliveries.all],
};

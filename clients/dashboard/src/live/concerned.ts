import type { QueryKey } from '@tanstack/react-query';

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
  return [['events'], ...(families[family]?.(typeof namespace === 'string' ? [namespace] : []) ?? [])];
}

const answers = (namespace: string[]): QueryKey[] => [
  ['documents', ...namespace],
  ['document', ...namespace],
  ['count', ...namespace],
];
const families: Readonly<Record<string, (namespace: string[]) => QueryKey[]>> = {
  subscription: answers,
  // Backfills and changes by filter move answers.
  job: (namespace) => [['jobs'], ['alternatives'], ...answers(namespace)],
  namespace: (namespace) => [['namespace', ...namespace], ['usage'], ['summary'], ...answers(namespace)],
  judgment: () => [['judgment'], ['judgments'], ['versions'], ['alternatives'], ...answers([])],
  calibration: () => [['calibration'], ['judgment'], ['alternatives'], ...answers([])],
  alternatives: () => [['alternatives'], ['judgment']],
  webhook_endpoint: () => [['endpoints'], ['deliveries']],
};

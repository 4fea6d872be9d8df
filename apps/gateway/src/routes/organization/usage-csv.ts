import { csvText } from '@app/csv';
import { ReportUsage, UsageReport } from '@app/contracts/billing';

const columns = ['month', 'namespace', 'judgment', 'judgment_units', 'tokens', 'cost_usd', 'pinned_gib_months'];

/**
 * A page of a month's usage as CSV (RFC 4180): a row for each namespace, and below it a row with the units of each of its
 * judgments.
 */
export function usageCsv({ month, namespaces }: UsageReport): string {
  const rows = namespaces.flatMap(({ namespace, by_judgment: units, ...usage }) => [
    [month, namespace, '', usage.judgment_units, usage.tokens, usage.cost_usd, usage.pinned_gib_months ?? 0],
    ...Object.entries(units).map(([name, count]) => [month, namespace, name, count, '', '', '']),
  ]);
  return csvText(columns, rows);
}

/** The `Link` (RFC 8288) to the table of the next page, of the same month also when that has ended by then. */
export function linkToNext(query: ReportUsage, { month, next_cursor: cursor }: UsageReport): string {
  const asked = new URLSearchParams({ format: 'csv', month, cursor: cursor ?? '' });
  if (query.namespace_prefix !== undefined) asked.set('namespace_prefix', query.namespace_prefix);
  if (query.limit !== undefined) asked.set('limit', String(query.limit));
  return `</v1/usage?${asked.toString()}>; rel="next"`;
}

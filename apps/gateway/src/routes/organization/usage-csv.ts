import { UsageReport } from '@app/contracts';

export const csvType = 'text/csv; charset=utf-8';

const columns = ['month', 'namespace', 'judgment', 'judgment_units', 'tokens', 'cost_usd', 'pinned_gib_months'];

/**
 * A month's usage as a table (RFC 4180): a row for each namespace, its judgments' units in rows below it. No cell needs
 * quoting: names of namespaces and judgments have no comma, quote or line break by their grammar.
 */
export function usageCsv({ month, namespaces }: UsageReport): string {
  const rows = namespaces.flatMap((line) => [
    [month, line.namespace, '', line.judgment_units, line.tokens, line.cost_usd, line.pinned_gib_months ?? 0],
    ...Object.entries(line.by_judgment).map(([name, units]) => [month, line.namespace, name, units, '', '', '']),
  ]);
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

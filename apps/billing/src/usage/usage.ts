import { UsageLine, UsageReport, scopeCovers } from '@app/contracts';
import { roundUsd } from '@app/rating';
import Big from 'big.js';

/** A namespace's month as the counters hold it. Exact decimals. */
export interface NamespaceMonth {
  namespace: string;
  units: string;
  tokens: string;
  cost_usd: string;
  /** Units by judgment name, or by id where no name was told. */
  by_judgment: Record<string, string>;
}

/** The namespaces that both the key's scope and the asked prefix cover: lists show only what the scope covers. */
export function visible<T extends { namespace: string }>(rows: T[], scope: string, prefix: string | undefined): T[] {
  return rows.filter(
    ({ namespace }) => scopeCovers(scope, namespace) && (prefix === undefined || scopeCovers(prefix, namespace)),
  );
}

/** Sums exactly and rounds only what is shown. */
export function reportOf(month: string, rows: NamespaceMonth[]): UsageReport {
  const total = { units: new Big(0), tokens: 0, cost: new Big(0) };
  const namespaces = rows.map((row): UsageLine => {
    total.units = total.units.plus(row.units);
    total.tokens += Number(row.tokens);
    total.cost = total.cost.plus(row.cost_usd);
    const byJudgment = Object.entries(row.by_judgment).map(([name, units]) => [name, Number(units)]);
    return {
      namespace: row.namespace,
      judgment_units: Number(row.units),
      tokens: Number(row.tokens),
      cost_usd: roundUsd(row.cost_usd),
      by_judgment: Object.fromEntries(byJudgment) as Record<string, number>,
    };
  });
  return {
    month,
    judgment_units: total.units.toNumber(),
    tokens: total.tokens,
    cost_usd: roundUsd(total.cost.toFixed()),
    active_namespaces: namespaces.length,
    namespaces,
  };
}

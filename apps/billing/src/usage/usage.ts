import { UsageLine, UsageReport, scopeCovers } from '@app/contracts';
import { roundUsd } from '@app/rating';
import Big from 'big.js';
import { secondsOf } from '../month/month';

/** One namespace's usage in a month, as the counters hold it. Exact decimals. */
export interface NamespaceMonth {
  namespace: string;
  units: string;
  tokens: string;
  cost_usd: string;
  /** Units by judgment name, or by id when no fact has carried a name. */
  by_judgment: Record<string, string>;
  /** Whether the namespace was written or judged in the month. */
  active: boolean;
  /** What the namespace held while it was pinned: bytes times seconds. */
  byte_seconds: string;
}

/** Prices of a month beside judging, as in the price list. Exact decimals of US dollars. */
export interface Fees {
  tenantUsd: string;
  pinnedUsdPerGib: string;
}

/** An organization's usage in a month. */
export interface Month {
  /** `YYYY-MM`, UTC. */
  month: string;
  rows: NamespaceMonth[];
  fees: Fees;
  /** When billing closed the month, RFC 3339; null while its figures may change. */
  closedAt: string | null;
}

const bytesPerGib = 2 ** 30;

/** Rows whose namespace both the key's scope and the requested prefix cover. */
export function visible<T extends { namespace: string }>(rows: T[], scope: string, prefix: string | undefined): T[] {
  return rows.filter(
    ({ namespace }) => scopeCovers(scope, namespace) && (prefix === undefined || scopeCovers(prefix, namespace)),
  );
}

/** Sums exactly and rounds only the figures of the report. A GiB-month is one GiB for the whole of this month. */
export function reportOf({ month, rows, fees, closedAt }: Month): UsageReport {
  const sum = (read: (row: NamespaceMonth) => string): Big =>
    rows.reduce((total, row) => total.plus(read(row)), new Big(0));
  const byteSecondsPerMonth = new Big(bytesPerGib).times(secondsOf(month));
  const gibMonths = (byteSeconds: Big.BigSource): Big => new Big(byteSeconds).div(byteSecondsPerMonth);
  const active = rows.filter((row) => row.active).length;
  const judging = sum((row) => row.cost_usd);
  const tenants = new Big(fees.tenantUsd).times(active);
  const held = gibMonths(sum((row) => row.byte_seconds));
  const pinned = held.times(fees.pinnedUsdPerGib);
  return {
    month,
    judgment_units: sum((row) => row.units).toNumber(),
    tokens: sum((row) => row.tokens).toNumber(),
    cost_usd: roundUsd(judging.toFixed()),
    active_namespaces: active,
    namespaces: rows.map((row) => usageLine(row, gibMonths(row.byte_seconds))),
    tenant_fee_usd: roundUsd(tenants.toFixed()),
    pinned_gib_months: roundGib(held),
    pinned_cost_usd: roundUsd(pinned.toFixed()),
    total_cost_usd: roundUsd(judging.plus(tenants).plus(pinned).toFixed()),
    closed_at: closedAt,
  };
}

function usageLine(row: NamespaceMonth, gibMonths: Big): UsageLine {
  const byJudgment = Object.entries(row.by_judgment).map(([name, units]) => [name, Number(units)]);
  return {
    namespace: row.namespace,
    judgment_units: Number(row.units),
    tokens: Number(row.tokens),
    cost_usd: roundUsd(row.cost_usd),
    by_judgment: Object.fromEntries(byJudgment) as Record<string, number>,
    pinned_gib_months: roundGib(gibMonths),
  };
}

/** Nine decimals of a GiB-month are about one byte for a month. */
function roundGib(exact: Big): number {
  return exact.round(9, Big.roundHalfUp).toNumber();
}

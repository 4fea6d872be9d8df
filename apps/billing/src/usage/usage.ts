import { UsageLine, UsageReport } from '@app/contracts/billing';
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

/** Sums over every namespace that a report covers. Exact decimals. */
export interface WholeMonth extends Omit<NamespaceMonth, 'namespace' | 'active'> {
  /** Namespaces that were written or judged in the month. */
  active: number;
}

/** The sums of a report, and a page of its namespaces. */
export interface UsagePage {
  whole: WholeMonth;
  lines: NamespaceMonth[];
  /** The name behind which the next page begins; null when none follows. */
  after: string | null;
}

/** An organization's usage in a month. */
export interface Month extends Omit<UsagePage, 'after'> {
  /** `YYYY-MM`, UTC. */
  month: string;
  fees: Fees;
  /** When billing closed the month, RFC 3339; null while its figures may change. */
  closedAt: string | null;
  nextCursor: string | null;
}

const bytesPerGib = 2 ** 30;

/** Rounds only the figures of the report. A GiB-month is one GiB for the whole of this month. */
export function reportOf({ month, whole, lines, fees, closedAt, nextCursor }: Month): UsageReport {
  const byteSecondsPerMonth = new Big(bytesPerGib).times(secondsOf(month));
  const gibMonths = (byteSeconds: string): Big => new Big(byteSeconds).div(byteSecondsPerMonth);
  const judging = new Big(whole.cost_usd);
  const tenants = new Big(fees.tenantUsd).times(whole.active);
  const held = gibMonths(whole.byte_seconds);
  const pinned = held.times(fees.pinnedUsdPerGib);
  return {
    month,
    judgment_units: Number(whole.units),
    tokens: Number(whole.tokens),
    cost_usd: roundUsd(judging.toFixed()),
    by_judgment: unitsOf(whole.by_judgment),
    active_namespaces: whole.active,
    namespaces: lines.map((line) => usageLine(line, gibMonths(line.byte_seconds))),
    next_cursor: nextCursor,
    tenant_fee_usd: roundUsd(tenants.toFixed()),
    pinned_gib_months: roundGib(held),
    pinned_cost_usd: roundUsd(pinned.toFixed()),
    total_cost_usd: roundUsd(judging.plus(tenants).plus(pinned).toFixed()),
    closed_at: closedAt,
  };
}

function usageLine(row: NamespaceMonth, gibMonths: Big): UsageLine {
  return {
    namespace: row.namespace,
    judgment_units: Number(row.units),
    tokens: Number(row.tokens),
    cost_usd: roundUsd(row.cost_usd),
    by_judgment: unitsOf(row.by_judgment),
    pinned_gib_months: roundGib(gibMonths),
  };
}

function unitsOf(byJudgment: Record<string, string>): Record<string, number> {
  return Object.fromEntries(Object.entries(byJudgment).map(([name, units]) => [name, Number(units)]));
}

/** Nine decimals of a GiB-month are about one byte for a month. */
function roundGib(exact: Big): number {
  return exact.round(9, Big.roundHalfUp).toNumber();
}

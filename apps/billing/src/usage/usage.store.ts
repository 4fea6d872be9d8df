import { Queryable } from '@app/persistence';
import { boundsOf } from '../month/month';
import { coverValues, justBefore, rangeValues } from './covers';
import { Fees, NamespaceMonth, UsagePage, WholeMonth } from './usage';
import { closedReport, openReport } from './usage-sql';

/** Which part of an organization's month a report shows. */
export interface Shown {
  organization: string;
  /** `YYYY-MM`, UTC. */
  month: string;
  /** The caller's scope. */
  scope: string;
  /** The prefix: only namespaces that it covers are shown. */
  prefix?: string;
  /** The name behind which the page begins; '' for the first page. */
  after: string;
  /** Lines of the page. */
  limit: number;
}

/** When a month was closed, and the fees that held then. */
export interface ClosedUsage {
  fees: Fees;
  closedAt: string;
}

/** A line of the page, or without a namespace the whole. `active` counts namespaces, of a line 0 or 1. */
interface ReportRow extends Omit<NamespaceMonth, 'namespace' | 'active'> {
  namespace: string | null;
  active: number;
  found: number;
}

/** The values of the statements' first twelve parameters. */
export function valuesOf({ organization, month, scope, prefix, after, limit }: Shown): unknown[] {
  const [from, before] = rangeValues(scope, prefix);
  const behind = justBefore(from);
  return [organization, month, ...coverValues(scope, prefix), after > behind ? after : behind, limit, from, before];
}

/** The values of the bounds of a month that is not closed. */
export function boundValuesOf({ month }: Shown): Date[] {
  const { fromMs, toMs } = boundsOf(month);
  return [new Date(fromMs), new Date(toMs)];
}

/** The usage of a month that is not closed. */
export async function readOpen(db: Queryable, shown: Shown): Promise<UsagePage> {
  const { rows } = await db.query<ReportRow>(openReport, [...valuesOf(shown), ...boundValuesOf(shown)]);
  return pageOf(rows);
}

/** The usage of a month as it was when it was closed. */
export async function readClosed(db: Queryable, shown: Shown): Promise<UsagePage> {
  return pageOf((await db.query<ReportRow>(closedReport, valuesOf(shown))).rows);
}

/** @returns null while a month is not closed */
export async function readClosing(db: Queryable, organization: string, month: string): Promise<ClosedUsage | null> {
  const { rows } = await db.query<{ fees: Fees; closed_at: Date }>(
    'select fees, closed_at from closed_usage where organization = $1 and month = $2',
    [organization, month],
  );
  return rows.length === 0 ? null : { fees: rows[0].fees, closedAt: rows[0].closed_at.toISOString() };
}

/** The current month by the database's clock, UTC, `YYYY-MM`. */
export async function readCurrentMonth(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ month: string }>(
    `select to_char(app.now() at time zone 'utc', 'YYYY-MM') as month`,
  );
  return rows[0].month;
}

function pageOf([whole, ...rows]: ReportRow[]): UsagePage {
  const lines = rows.flatMap((row) =>
    row.namespace === null ? [] : [{ ...row, namespace: row.namespace, active: row.active > 0 }],
  );
  const last = lines.at(-1);
  const { units, tokens, cost_usd, by_judgment, active, byte_seconds } = whole;
  const sums: WholeMonth = { units, tokens, cost_usd, by_judgment, active, byte_seconds };
  return { whole: sums, lines, after: last && rows[0].found > lines.length ? last.namespace : null };
}

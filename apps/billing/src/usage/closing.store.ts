import { Queryable } from '@app/persistence';
import { Fees } from './usage';
import { keepLines } from './usage-sql';
import { boundValuesOf, valuesOf } from './usage.store';

/** Namespaces of one statement. */
const pageSize = 1000;

const unclosed = `
  select distinct organization from (
    select organization, month from month_slot union select organization, month from tenant_month
    union select organization, month from pinned_month) used
  where month = $1 and not exists (
    select from closed_usage c where c.organization = used.organization and c.month = used.month)
  order by organization limit $2`;

const lastKept = `
  select coalesce(max(namespace), '') as namespace from closed_namespace where organization = $1 and month = $2`;

/** Up to `limit` organizations with usage in a month that is not closed. */
export async function listUnclosed(db: Queryable, month: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ organization: string }>(unclosed, [month, limit]);
  return rows.map(({ organization }) => organization);
}

/**
 * Keeps the next namespaces of a month for good, behind those that are kept. When two processes close the same month, the
 * first line of a namespace counts.
 * @returns whether more are left
 */
export async function keepNamespaces(db: Queryable, organization: string, month: string): Promise<boolean> {
  const { rows } = await db.query<{ namespace: string }>(lastKept, [organization, month]);
  const shown = { organization, month, scope: '*', after: rows[0].namespace, limit: pageSize };
  const kept = await db.query<{ found: number }>(keepLines, [...valuesOf(shown), ...boundValuesOf(shown)]);
  return kept.rows[0].found > pageSize;
}

/** Ends the closing of a month whose namespaces are kept. When two processes close the same month, the first one counts. */
export async function closeMonth(db: Queryable, organization: string, month: string, fees: Fees): Promise<void> {
  await db.query('insert into closed_usage (organization, month, fees) values ($1, $2, $3) on conflict do nothing', [
    ...[organization, month, JSON.stringify(fees)],
  ]);
}

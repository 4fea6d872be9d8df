import { Named, Queryable } from '@app/persistence';
import { boundsOf } from '../month/month';
import { Fees, Month, NamespaceMonth } from './usage';

/*
 * Each namespace that was judged, written or pinned in the month. `held` adds to `pinned_month` what a namespace that is
 * pinned now has held since documents measured it last. $3 and $4 are the bounds of the month.
 */
const namespaces: Named = {
  name: 'usage-month',
  text: `
    with judged as (
      select namespace, sum(units) as units, sum(tokens) as tokens, sum(cost_usd) as cost_usd
      from namespace_slot where organization = $1 and month = $2 group by namespace
    ), by_judgment as (
      select namespace, jsonb_object_agg(name, units) as units from (
        select s.namespace, coalesce(n.name, s.judgment_id) as name, sum(s.units)::text as units
        from judgment_slot s left join judgment_name n using (organization, judgment_id)
        where s.organization = $1 and s.month = $2 group by 1, 2) named group by namespace
    ), held as (
      select namespace, sum(byte_seconds) as byte_seconds from (
        select namespace, byte_seconds from pinned_month where organization = $1 and month = $2
        union all
        select namespace, bytes * greatest(0, extract(epoch from least(app.now(), $4) - greatest(measured_at, $3)))
        from storage where organization = $1 and pinned) spans group by namespace
    ), written as (
      select namespace from tenant_month where organization = $1 and month = $2
    )
    select namespace, coalesce(j.units, 0)::text as units, coalesce(j.tokens, 0)::text as tokens,
      coalesce(j.cost_usd, 0)::text as cost_usd, coalesce(b.units, '{}') as by_judgment,
      j.namespace is not null or w.namespace is not null as active, coalesce(h.byte_seconds, 0)::text as byte_seconds
    from judged j full join written w using (namespace) full join held h using (namespace)
      left join by_judgment b using (namespace)
    where j.namespace is not null or w.namespace is not null or h.byte_seconds > 0
    order by namespace`,
};

const closed: Named = {
  name: 'usage-closed',
  text: 'select closed_at, namespaces, fees from closed_month where organization = $1 and month = $2',
};

const close = `
  insert into closed_month (organization, month, namespaces, fees) values ($1, $2, $3, $4) on conflict do nothing`;

const unclosed = `
  select distinct organization from (
    select organization, month from month_slot union select organization, month from tenant_month
    union select organization, month from pinned_month) used
  where month = $1 and not exists (
    select from closed_month c where c.organization = used.organization and c.month = used.month)
  order by organization limit $2`;

interface ClosedRow {
  closed_at: Date;
  namespaces: NamespaceMonth[];
  fees: Fees;
}

/** The usage of a month from the counters, by namespace. @param month `YYYY-MM`, UTC */
export async function readNamespaces(db: Queryable, organization: string, month: string): Promise<NamespaceMonth[]> {
  const { fromMs, toMs } = boundsOf(month);
  const values = [organization, month, new Date(fromMs), new Date(toMs)];
  const { rows } = await db.query<NamespaceMonth>(namespaces, values);
  return rows;
}

/** A closed month as it was when it was closed; null when it is not closed. */
export async function readClosed(db: Queryable, organization: string, month: string): Promise<Month | null> {
  const { rows } = await db.query<ClosedRow>(closed, [organization, month]);
  if (rows.length === 0) return null;
  const [{ closed_at, namespaces: kept, fees }] = rows;
  return { month, rows: kept, fees, closedAt: closed_at.toISOString() };
}

/** Keeps a month's usage for good. When two processes close the same month, the first one counts. */
export async function closeMonth(db: Queryable, organization: string, usage: Month): Promise<void> {
  await db.query(close, [organization, usage.month, JSON.stringify(usage.rows), JSON.stringify(usage.fees)]);
}

/** Up to `limit` organizations with usage in a month that is not closed. */
export async function listUnclosed(db: Queryable, month: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ organization: string }>(unclosed, [month, limit]);
  return rows.map(({ organization }) => organization);
}

/** The current month by the database's clock, UTC, `YYYY-MM`. */
export async function readCurrentMonth(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ month: string }>(
    `select to_char(app.now() at time zone 'utc', 'YYYY-MM') as month`,
  );
  return rows[0].month;
}

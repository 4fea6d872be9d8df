import { DATABASE } from '@app/boot';
import { Database, Named } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { boundsOf } from '../month/month';
import { Fees, Month, NamespaceMonth } from './usage';

/** Judging, writes and what was pinned; of a namespace that is pinned now, also what it held since it was measured. */
const ofMonth: Named = {
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

interface ClosedRow {
  closed_at: Date;
  namespaces: NamespaceMonth[];
  fees: Fees;
}

@Injectable()
export class UsageStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async ofMonth(organization: string, month: string): Promise<NamespaceMonth[]> {
    const { fromMs, toMs } = boundsOf(month);
    const bounds = [new Date(fromMs), new Date(toMs)];
    const { rows } = await this.database.query<NamespaceMonth>(ofMonth, [organization, month, ...bounds]);
    return rows;
  }

  /** A month that was closed, as it was then. */
  async closed(organization: string, month: string): Promise<Month | null> {
    const { rows } = await this.database.query<ClosedRow>(
      {
        name: 'usage-closed',
        text: 'select closed_at, namespaces, fees from closed_month where organization = $1 and month = $2',
      },
      [organization, month],
    );
    if (rows.length === 0) return null;
    const [{ closed_at, namespaces, fees }] = rows;
    return { month, rows: namespaces, fees, closedAt: closed_at.toISOString() };
  }

  /** Keeps a month for good; the first to close it does. */
  async close(organization: string, month: string, rows: readonly NamespaceMonth[], fees: Fees): Promise<void> {
    await this.database.query(
      `insert into closed_month (organization, month, namespaces, fees) values ($1, $2, $3, $4) on conflict do nothing`,
      [organization, month, JSON.stringify(rows), JSON.stringify(fees)],
    );
  }

  /** Organizations with usage in a month that is not closed, a page at a time. */
  async open(month: string, after: string, limit: number): Promise<string[]> {
    const { rows } = await this.database.query<{ organization: string }>(
      `select distinct organization from (
         select organization, month from month_slot union select organization, month from tenant_month
         union select organization, month from pinned_month) used
       where month = $1 and organization > $2 and not exists (
         select from closed_month c where c.organization = used.organization and c.month = used.month)
       order by organization limit $3`,
      [month, after, limit],
    );
    return rows.map(({ organization }) => organization);
  }

  /** The month that is billed now, UTC, `YYYY-MM`. */
  async currentMonth(): Promise<string> {
    const { rows } = await this.database.query<{ month: string }>(
      `select to_char(app.now() at time zone 'utc', 'YYYY-MM') as month`,
    );
    return rows[0].month;
  }
}

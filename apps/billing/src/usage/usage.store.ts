import { DATABASE } from '@app/boot';
import { Database, Named } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { NamespaceMonth } from './usage';

const ofMonth: Named = {
  name: 'usage-month',
  text: `
    with by_namespace as (
      select namespace, sum(units) as units, sum(tokens) as tokens, sum(cost_usd) as cost_usd
      from namespace_slot where organization = $1 and month = $2 group by namespace
    ), by_judgment as (
      select namespace, jsonb_object_agg(name, units) as units from (
        select s.namespace, coalesce(n.name, s.judgment_id) as name, sum(s.units)::text as units
        from judgment_slot s left join judgment_name n using (organization, judgment_id)
        where s.organization = $1 and s.month = $2 group by 1, 2) named group by namespace
    )
    select namespace, n.units::text, n.tokens::text, n.cost_usd::text, coalesce(j.units, '{}') as by_judgment
    from by_namespace n left join by_judgment j using (namespace) order by namespace`,
};

@Injectable()
export class UsageStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async ofMonth(organization: string, month: string): Promise<NamespaceMonth[]> {
    const { rows } = await this.database.query<NamespaceMonth>(ofMonth, [organization, month]);
    return rows;
  }

  /** The month that is billed now, UTC, `YYYY-MM`. */
  async currentMonth(): Promise<string> {
    const { rows } = await this.database.query<{ month: string }>(
      `select to_char(app.now() at time zone 'utc', 'YYYY-MM') as month`,
    );
    return rows[0].month;
  }
}

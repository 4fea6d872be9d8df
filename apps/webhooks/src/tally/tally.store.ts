import { EndpointStats } from '@app/contracts/webhooks';
import { Queryable } from '@app/persistence';

/** No figure needs rows older than this. A delivery whose latest attempt was earlier is not subtracted either. */
const keptHours = 26;

/**
 * SQL that counts attempts in the statement that records them. A delivery counts where its latest attempt was; a test
 * send counts nowhere. The insert follows the order of the key, so that two writers cannot deadlock.
 * @param kept name of a common table expression of that statement, with the columns endpoint_id, attempted_at, status,
 *   test, and `before`: when the attempt before this one ended, or null
 */
export function tallySql(kept: string): string {
  return `insert into tally as t (endpoint_id, span, at, deliveries, succeeded, last_at)
    select g.endpoint_id, s.span, date_trunc(s.span, g.at, 'UTC'), sum(g.deliveries), sum(g.succeeded), max(g.at)
    from (
      select endpoint_id, attempted_at as at, 1 as deliveries, (status = 'succeeded')::int as succeeded
        from ${kept} where not test
      union all
      -- An earlier attempt of the same delivery counted as not succeeded.
      select endpoint_id, before, -1, 0
        from ${kept} where not test and before > attempted_at - interval '${keptHours - 1} hours') g
      cross join (values ('minute'), ('hour')) s(span)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (endpoint_id, span, at) do update set deliveries = t.deliveries + excluded.deliveries,
      succeeded = t.succeeded + excluded.succeeded, last_at = greatest(t.last_at, excluded.last_at)`;
}

// Sums whole hours, then whole minutes of the first hour, then counts the deliveries of the first minute.
const day = {
  name: 'tally-day',
  text: `select i.id as endpoint_id, l.last_at,
      greatest(0, coalesce(h.deliveries, 0) + coalesce(m.deliveries, 0) + coalesce(b.deliveries, 0))::int as deliveries,
      greatest(0, coalesce(h.succeeded, 0) + coalesce(m.succeeded, 0) + coalesce(b.succeeded, 0))::int as succeeded
    from unnest($1::text[]) as i(id)
      cross join (select cut, date_trunc('minute', cut, 'UTC') as minute, date_trunc('hour', cut, 'UTC') as hour
        from (select app.now() - interval '24 hours' as cut) c) w
      cross join lateral (select t.last_at from tally t where t.endpoint_id = i.id and t.span = 'hour'
        order by t.at desc limit 1) l
      left join lateral (select sum(t.deliveries) as deliveries, sum(t.succeeded) as succeeded from tally t
        where t.endpoint_id = i.id and t.span = 'hour' and t.at > w.hour) h on true
      left join lateral (select sum(t.deliveries) as deliveries, sum(t.succeeded) as succeeded from tally t
        where t.endpoint_id = i.id and t.span = 'minute' and t.at > w.minute and t.at < w.hour + interval '1 hour') m on true
      left join lateral (select sum(x.deliveries) as deliveries, sum(x.succeeded) as succeeded from tally t
        cross join lateral (select count(*) as deliveries, count(*) filter (where d.status = 'succeeded') as succeeded
          from delivery d where d.endpoint_id = i.id and d.attempted_at > w.cut
            and d.attempted_at < w.minute + interval '1 minute' and not d.test) x
        where t.endpoint_id = i.id and t.span = 'minute' and t.at = w.minute and t.deliveries > 0) b on true`,
};
// An endpoint's latest hour stays, since its `last_at` is the time of the last attempt.
const sweep = `delete from tally t where t.at < app.now() - interval '${keptHours} hours'
  and (t.span = 'minute' or not exists (select from endpoint e where e.id = t.endpoint_id)
    or exists (select from tally n where n.endpoint_id = t.endpoint_id and n.span = 'hour' and n.at > t.at))`;

interface DayRow {
  endpoint_id: string;
  last_at: Date;
  deliveries: number;
  succeeded: number;
}

export const noStats: EndpointStats = { deliveries_24h: 0, success_rate_24h: null, last_delivery_at: null };

/** Exact figures of endpoints' last 24 hours, in the order of the ids. Their cost does not grow with deliveries. */
export async function readStats(db: Queryable, endpointIds: readonly string[]): Promise<EndpointStats[]> {
  const { rows } = await db.query<DayRow>(day, [endpointIds]);
  const byEndpoint = new Map(rows.map((row) => [row.endpoint_id, row]));
  return endpointIds.map((id) => toStats(byEndpoint.get(id)));
}

/** Deletes rows that no figure needs any more. @returns how many */
export async function sweepTally(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(sweep);
  return rowCount ?? 0;
}

function toStats(row: DayRow | undefined): EndpointStats {
  if (!row) return noStats;
  const { deliveries, succeeded, last_at: lastAt } = row;
  return {
    deliveries_24h: deliveries,
    success_rate_24h: deliveries === 0 ? null : Math.min(1, succeeded / deliveries),
    last_delivery_at: lastAt.toISOString(),
  };
}

import type { DayFigures } from '@app/contracts/judgments';
import type { Named, Queryable } from '@app/persistence';
import { addLags, lagMs } from './lag';

interface DayRow {
  day: string;
  evaluations: string;
  failures: string;
  truncated: string;
  tokens: string;
  spend_usd: number;
  /** The lags of each counter row of the day; null without any. */
  lags: number[][] | null;
}

const find: Named = {
  name: 'statistic-days',
  text: `
    select d.day::text as day, coalesce(sum(s.evaluations), 0) as evaluations, coalesce(sum(s.failures), 0) as failures,
      coalesce(sum(s.truncated), 0) as truncated, coalesce(sum(s.tokens), 0) as tokens,
      coalesce(sum(s.spend_usd), 0) as spend_usd, json_agg(s.lags) filter (where s.lags is not null) as lags
    from (select t.today - n as day from (select (app.now() at time zone 'utc')::date as today) t, generate_series(0, $3::int - 1) n) d
    left join statistic s on s.namespace_id = $1 and s.judgment_id = $2 and s.day = d.day
    group by d.day order by d.day`,
};

/**
 * A judgment's figures of the last days (UTC), oldest first, without gaps; today is the last.
 * @param namespaceId compact id of a namespace, or `allNamespaces`
 * @param days 1 or more
 */
export async function readFiguresByDay(
  db: Queryable,
  namespaceId: string,
  judgmentId: string,
  days: number,
): Promise<DayFigures[]> {
  const { rows } = await db.query<DayRow>(find, [namespaceId, judgmentId, days]);
  return rows.map((row) => {
    const lags = addLags(row.lags ?? []);
    return {
      day: row.day,
      evaluations: Number(row.evaluations),
      failures: Number(row.failures),
      truncated: Number(row.truncated),
      tokens: Number(row.tokens),
      spend_usd: Math.round(row.spend_usd * 1e6) / 1e6,
      freshness_lag_p50_ms: lagMs(lags, 0.5),
      freshness_lag_p90_ms: lagMs(lags, 0.9),
    };
  });
}

import { JudgmentStats } from '@app/contracts/judgments';
import type { Queryable } from '@app/persistence';
import { addLags, lagMs } from './lag';

interface SlotRow {
  judgment_id: string;
  evaluations: string;
  failures: string;
  truncated: string;
  tokens: string;
  spend_usd: number;
  lags: number[];
}

/** Counters are spread over this many rows a day, so that replicas do not wait for one another's row lock. */
export const slots = 16;

/** Stands in place of a compact namespace id for all namespaces that inherit a template. */
export const allNamespaces = '-1';

/**
 * Today's figures (UTC) of judgments.
 * @param namespaceId compact id of a namespace, or `allNamespaces`
 * @returns the figures by judgment id; zeros for a judgment without any
 */
export async function readStatisticsOfToday(
  db: Queryable,
  namespaceId: string,
  judgmentIds: readonly string[],
): Promise<(id: string) => JudgmentStats> {
  const { rows } = await db.query<SlotRow & { day: string }>(
    {
      name: 'statistic-today',
      text: `select d.day::text as day, s.judgment_id, s.evaluations, s.failures, s.truncated, s.tokens, s.spend_usd, s.lags
             from (select (app.now() at time zone 'utc')::date as day) d
             left join statistic s on s.day = d.day and s.namespace_id = $1 and s.judgment_id = any($2)`,
    },
    [namespaceId, judgmentIds],
  );
  const { day } = rows[0];
  return (id) =>
    statsOf(
      day,
      rows.filter((row) => row.judgment_id === id),
    );
}

/** A judgment where its figures are counted: in a namespace, or in `allNamespaces`. */
export interface Place {
  namespaceId: string;
  judgmentId: string;
}

/**
 * Figures of one day (UTC) of judgments of many namespaces, in their order; zeros for one without any.
 * @param daysAgo 0 for today
 */
export async function readStatisticsOfPlaces(
  db: Queryable,
  places: readonly Place[],
  daysAgo = 0,
): Promise<JudgmentStats[]> {
  const { rows } = await db.query<SlotRow & { i: number; day: string; found: boolean }>(
    {
      name: 'statistic-of-places',
      text: `select d.day::text as day, p.i::int - 1 as i, s.slot is not null as found, s.judgment_id, s.evaluations, s.failures,
               s.truncated, s.tokens, s.spend_usd, s.lags
             from (select (app.now() at time zone 'utc')::date - $3::int as day) d
             cross join unnest($1::bigint[], $2::text[]) with ordinality as p(ns, jdg, i)
             left join statistic s on s.namespace_id = p.ns and s.judgment_id = p.jdg and s.day = d.day`,
    },
    [places.map(({ namespaceId }) => namespaceId), places.map(({ judgmentId }) => judgmentId), daysAgo],
  );
  const byPlace = places.map((): SlotRow[] => []);
  for (const row of rows) if (row.found) byPlace[row.i].push(row);
  return byPlace.map((slotRows) => statsOf(rows[0].day, slotRows));
}

function statsOf(day: string, rows: readonly SlotRow[]): JudgmentStats {
  const sum = (read: (row: SlotRow) => string | number): number =>
    rows.reduce((total, row) => total + Number(read(row)), 0);
  const evaluations = sum((row) => row.evaluations);
  const tries = evaluations + sum((row) => row.failures);
  const lags = addLags(rows.map((row) => row.lags));
  return {
    day,
    evaluations,
    spend_usd: Math.round(sum((row) => row.spend_usd) * 1e6) / 1e6,
    tokens_per_document: evaluations === 0 ? 0 : sum((row) => row.tokens) / evaluations,
    truncation_rate: evaluations === 0 ? 0 : sum((row) => row.truncated) / evaluations,
    error_rate: tries === 0 ? 0 : (tries - evaluations) / tries,
    freshness_lag_p90_ms: lagMs(lags, 0.9),
  };
}

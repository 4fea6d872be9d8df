import { JudgmentStats } from '@app/contracts';
import type { Queryable } from '@app/persistence';
import { lagP90Ms } from './lag';

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
export async function statisticsOfToday(
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

function statsOf(day: string, rows: readonly SlotRow[]): JudgmentStats {
  const sum = (read: (row: SlotRow) => string | number): number =>
    rows.reduce((total, row) => total + Number(read(row)), 0);
  const evaluations = sum((row) => row.evaluations);
  const tries = evaluations + sum((row) => row.failures);
  const lags = rows.reduce<number[]>((total, row) => row.lags.map((count, i) => count + (total[i] ?? 0)), []);
  return {
    day,
    evaluations,
    spend_usd: Math.round(sum((row) => row.spend_usd) * 1e6) / 1e6,
    tokens_per_document: evaluations === 0 ? 0 : sum((row) => row.tokens) / evaluations,
    truncation_rate: evaluations === 0 ? 0 : sum((row) => row.truncated) / evaluations,
    error_rate: tries === 0 ? 0 : (tries - evaluations) / tries,
    freshness_lag_p90_ms: lagP90Ms(lags),
  };
}

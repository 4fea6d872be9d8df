import { DATABASE } from '@app/boot';
import { JudgmentStats } from '@app/contracts';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
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

/** Stands for the namespaces of a template together where a namespace's compact id stands otherwise. */
export const allNamespaces = '-1';

export function noStats(day: string): JudgmentStats {
  return {
    day,
    evaluations: 0,
    spend_usd: 0,
    tokens_per_document: 0,
    truncation_rate: 0,
    error_rate: 0,
    freshness_lag_p90_ms: 0,
  };
}

/** Daily counts of judgments by namespace: kept in slots, so that replicas never wait for one another. */
@Injectable()
export class StatisticStore {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** Today's figures (UTC) of judgments in a namespace, or in all that inherit them, by judgment id. */
  async today(
    namespaceId: string,
    judgmentIds: readonly string[],
    reader: Pick<Tx, 'query'> = this.db,
  ): Promise<(id: string) => JudgmentStats> {
    const { rows } = await reader.query<SlotRow & { day: string }>(
      {
        name: 'statistic-today',
        text: `select d.day::text as day, s.judgment_id, s.evaluations, s.failures, s.truncated, s.tokens, s.spend_usd, s.lags
               from (select (app.now() at time zone 'utc')::date as day) d
               left join statistic s on s.day = d.day and s.namespace_id = $1 and s.judgment_id = any($2)`,
      },
      [namespaceId, judgmentIds],
    );
    const { day } = rows[0];
    return (id) => {
      const own = rows.filter((row) => row.judgment_id === id);
      return own.length === 0 ? noStats(day) : statsOf(day, own);
    };
  }
}

function statsOf(day: string, slots: readonly SlotRow[]): JudgmentStats {
  const sum = (read: (row: SlotRow) => string | number): number =>
    slots.reduce((total, row) => total + Number(read(row)), 0);
  const evaluations = sum((row) => row.evaluations);
  const tries = evaluations + sum((row) => row.failures);
  const lags = slots.reduce<number[]>((total, row) => row.lags.map((count, i) => count + (total[i] ?? 0)), []);
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

import type { UsageView } from '@app/contracts';
import { RowSpend } from '../sample/answer.store';

/** What a run used, as every reply of what is billed says it, and its requests. */
export function usageOf(judgment: string, rows: readonly RowSpend[]): UsageView {
  const sum = (of: (row: RowSpend) => number) => rows.reduce((all, row) => all + of(row), 0);
  const judgment_units = sum(({ units }) => units);
  return {
    judgment_units,
    tokens: sum(({ tokens }) => tokens),
    cost_usd: Math.round(sum(({ cost_usd }) => cost_usd) * 1e6) / 1e6,
    requests: sum(({ requests }) => requests),
    by_judgment: { [judgment]: judgment_units },
  };
}

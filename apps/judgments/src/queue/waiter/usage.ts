import { UsageView } from '@app/contracts';
import { roundUsd } from '@app/rating';

/** What one answer cost, under the name of its judgment. */
export interface BilledAnswer {
  judgmentName: string;
  units: number;
  tokens: number;
  costUsd: number;
}

/** The sum of what was billed, and the units by judgment. */
export function usageOf(billed: readonly BilledAnswer[]): UsageView {
  const sum = { judgment_units: 0, tokens: 0, cost_usd: 0 };
  // A judgment may have the name of a member that every object has, such as `constructor`.
  const byJudgment = new Map<string, number>();
  for (const { judgmentName, units, tokens, costUsd } of billed) {
    sum.judgment_units += units;
    sum.tokens += tokens;
    sum.cost_usd += costUsd;
    byJudgment.set(judgmentName, (byJudgment.get(judgmentName) ?? 0) + units);
  }
  return { ...sum, cost_usd: roundUsd(sum.cost_usd.toFixed(12)), by_judgment: Object.fromEntries(byJudgment) };
}

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
  const usage: UsageView = { judgment_units: 0, tokens: 0, cost_usd: 0, by_judgment: {} };
  for (const { judgmentName, units, tokens, costUsd } of billed) {
    usage.judgment_units += units;
    usage.tokens += tokens;
    usage.cost_usd += costUsd;
    usage.by_judgment[judgmentName] = (usage.by_judgment[judgmentName] ?? 0) + units;
  }
  return { ...usage, cost_usd: roundUsd(usage.cost_usd.toFixed(12)) };
}

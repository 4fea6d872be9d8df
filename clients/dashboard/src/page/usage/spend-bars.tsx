import type { Schema } from '@app/sdk/client';
import { useMemo, type ReactNode } from 'react';
import { ChartFigure } from '../../element/chart/chart';
import type { Charts } from '../../element/chart/plotted';
import { countedText, usdText } from '../../format/number';
import { daysIn } from './forecast';
import type { JudgmentDays } from './use-judgment-days';

/** What judging cost on each day of a month, by judgment where that is known, with a budget spread over the days. */
export function SpendBars({
  month,
  days,
  judgments,
  budget,
  behind,
}: {
  month: string;
  days: Schema<'UsageDay'>[];
  judgments: JudgmentDays | undefined;
  /** USD a month. */
  budget: number | undefined;
  behind: ReactNode;
}) {
  const draw = useMemo(
    () => (charts: Charts) => {
      const names = judgments?.names ?? [];
      const partsOf = (day: string, cost: number) => {
        const known = names.map((name) => Number(judgments?.spend.get(name)?.get(day) ?? 0));
        return [...known, Math.max(0, cost - known.reduce((sum, usd) => sum + usd, 0))];
      };
      const sum = days.reduce((total, { cost_usd: cost }) => total + cost, 0);
      return charts.barsChart({
        sentence: `Spend by day of ${month}: ${usdText(sum)} in ${countedText(days.length, 'day')}.`,
        parts: [...names, names.length > 0 ? 'other judgments' : 'all judgments'],
        unit: 'USD',
        bars: days.map(({ day, cost_usd: cost }) => ({
          label: day.slice(5),
          amounts: partsOf(day, cost),
          words: usdText(cost),
        })),
        line:
          budget === undefined ? undefined : { name: `${usdText(budget)} a month, by day`, at: budget / daysIn(month) },
      });
    },
    [month, days, judgments, budget],
  );
  return <ChartFigure title={`Spend by day, ${month}`} draw={draw} behind={behind} />;
}

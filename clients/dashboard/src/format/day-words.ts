import type { Schema } from '@app/sdk/client';
import { countText, percentText } from './number';
import { lengthOf } from './time';

type Day = Pick<
  Schema<'JudgmentStats'>,
  'evaluations' | 'error_rate' | 'truncation_rate' | 'tokens_per_document' | 'freshness_lag_p90_ms'
>;

/** The figures of a day in words. A day on which nothing was judged has no rate and no lag: a zero would praise it. */
export function dayWords(day: Day) {
  const { evaluations, error_rate: errors, truncation_rate: cut } = day;
  const isIdle = evaluations === 0 && errors === 0;
  return {
    errors: isIdle ? '–' : percentText(errors),
    truncated: evaluations === 0 ? '–' : percentText(cut),
    tokens: evaluations === 0 ? '–' : countText(day.tokens_per_document),
    lag: evaluations === 0 ? '–' : lengthOf(day.freshness_lag_p90_ms),
  };
}

/** The freshness lag of a namespace in words. @param ms 0 where nothing was judged: no answer comes in no time */
export function lagText(ms: number): string {
  return ms === 0 ? 'nothing judged' : lengthOf(ms);
}

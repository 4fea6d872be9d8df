import type { SkipReason } from '@app/contracts/calibration';
import type { Definition } from '@app/definition';
import { kindOf } from '@app/problem';
import { unitsOf } from '@app/rating';
import type { AskedRow, LabelContext, RowContext } from './label-context/label';
import { questionTokensOf, rowContext } from './label-context/row-context';

/** A label as a row asks about it: what is sent, and what that takes. */
export interface RatedLabel {
  context: RowContext;
  /** Judgment units of a request with this one question. */
  units: number;
  /** Tokens of context and question. */
  tokens: number;
}

/** Both the price of an ask and the ask itself come from here, so they cannot differ. */
export function ratedLabel(
  row: AskedRow,
  weight: number,
  label: LabelContext,
  from: Definition | undefined,
  nowMs: number,
): RatedLabel | SkipReason {
  const context = rowContext(row, label, from, nowMs);
  if (typeof context === 'string') return context;
  const question = questionTokensOf(row);
  try {
    const { units } = unitsOf({ contextTokens: context.tokens, questionTokens: [question], weight });
    return { context, units, tokens: context.tokens + question };
  } catch (error) {
    if (kindOf(error) === 'invalid') return 'not_derivable';
    throw error;
  }
}

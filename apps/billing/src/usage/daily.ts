import { UsageDay, UsageDays, UsageFigures } from '@app/contracts/billing';
import { roundUsd } from '@app/rating';
import Big from 'big.js';

/** What was charged for the answers of a day, or of a whole month. Exact decimals. */
export interface ChargedFigures {
  units: string;
  tokens: string;
  cost_usd: string;
}

/** The figures of a month and of those of its days that had charges, read from one snapshot. */
export interface MonthByDay {
  whole: ChargedFigures;
  /** Figures of the days, by `YYYY-MM-DD`. */
  days: Map<string, ChargedFigures>;
}

const nothing: ChargedFigures = { units: '0', tokens: '0', cost_usd: '0' };

/**
 * A month by day. Costs are rounded at their running total, so that `undated` and the days add up to the rounded cost of
 * the month; a day may differ from its own rounded cost by 1e-6 USD.
 * @param names the days to show, in their order
 */
export function daysOf(month: string, names: readonly string[], { whole, days }: MonthByDay): UsageDays {
  const shown = names.map((day) => ({ day, ...(days.get(day) ?? nothing) }));
  const undated = shown.reduce<ChargedFigures>(
    (rest, { units, tokens, cost_usd }) => ({
      units: new Big(rest.units).minus(units).toFixed(),
      tokens: new Big(rest.tokens).minus(tokens).toFixed(),
      cost_usd: new Big(rest.cost_usd).minus(cost_usd).toFixed(),
    }),
    whole,
  );
  const round = runningRound();
  return {
    month,
    undated: figures(undated, round),
    days: shown.map(({ day, ...charged }): UsageDay => ({ day, ...figures(charged, round) })),
  };
}

function figures({ units, tokens, cost_usd }: ChargedFigures, round: (usd: string) => number): UsageFigures {
  return { judgment_units: Number(units), tokens: Number(tokens), cost_usd: round(cost_usd) };
}

/** Rounds amounts so that their sum is the rounded sum. */
function runningRound(): (usd: string) => number {
  let exact = new Big(0);
  let given = new Big(0);
  return (usd) => {
    exact = exact.plus(usd);
    const part = new Big(roundUsd(exact.toFixed())).minus(given);
    given = given.plus(part);
    return part.toNumber();
  };
}

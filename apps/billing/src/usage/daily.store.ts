import { Named, Queryable } from '@app/persistence';
import { boundsOf } from '../month/month';
import { coverValues } from './covers';
import { ChargedFigures, MonthByDay } from './daily';

/** Days are kept as long as the longest span that anyone compares: a year, and a month before it. */
const keptDays = 400;
/** Rows that one statement deletes. */
export const forgetDaysLimit = 1000;

/*
 * The month's sum, and the sum of each of its days that had charges, from one snapshot. $5 to $7 are the caller's scope
 * and $8 to $10 the requested prefix: every name, one name, or names that begin with a text.
 */
const byDay: Named = {
  name: 'usage-days',
  text: `
    with month as (
      select null::date as day, namespace, units, tokens, cost_usd
      from namespace_slot where organization = $1 and month = $2
    ), days as (
      select day, namespace, units, tokens, cost_usd
      from day_slot where organization = $1
        and day >= ($3::timestamptz at time zone 'utc')::date and day < ($4::timestamptz at time zone 'utc')::date
    )
    select to_char(day, 'YYYY-MM-DD') as day, sum(units)::text as units, sum(tokens)::text as tokens,
      sum(cost_usd)::text as cost_usd
    from (select * from month union all select * from days) charged
    where ($5 or namespace = $6 or starts_with(namespace, $7)) and ($8 or namespace = $9 or starts_with(namespace, $10))
    group by day`,
};

const old = `from day_slot where day < (app.now() at time zone 'utc')::date - ${keptDays}`;

/** Select that finds a row when a day is too old. */
export const oldDays = `select ${old}`;

const forget = `
  delete from day_slot where ctid = any(array(
    select ctid ${old} limit ${forgetDaysLimit}))`;

/** Reads a month by day, for the namespaces that both the scope and the prefix cover. @param month `YYYY-MM`, UTC */
export async function readDays(
  db: Queryable,
  { organization, month, scope, prefix }: { organization: string; month: string; scope: string; prefix?: string },
): Promise<MonthByDay> {
  const { fromMs, toMs } = boundsOf(month);
  const { rows } = await db.query<ChargedFigures & { day: string | null }>(byDay, [
    ...[organization, month, new Date(fromMs), new Date(toMs)],
    ...coverValues(scope, prefix),
  ]);
  const whole = rows.find(({ day }) => day === null) ?? { units: '0', tokens: '0', cost_usd: '0' };
  return { whole, days: new Map(rows.flatMap((row) => (row.day === null ? [] : [[row.day, row] as const]))) };
}

/** Deletes up to `forgetDaysLimit` rows of days that are too old. @returns how many it deleted */
export async function forgetDays(db: Queryable): Promise<number> {
  return (await db.query(forget)).rowCount ?? 0;
}

import type { Named, Tx } from '@app/persistence';

/** Figures by day go back 92 days (`GET …/stats`); a few more stay for a clock that differs. */
export const keptDays = 100;

/** The order by day keeps Postgres on the index of days, also where it knows nothing of the table. */
const forget: Named = {
  name: 'statistic-forget',
  text: `delete from statistic where ctid = any(array(
           select ctid from statistic where day < (app.now() at time zone 'utc')::date - ${keptDays}
           order by day limit $1 for update skip locked))`,
};

/** Deletes up to so many rows of days that nothing reads any more. @returns how many it deleted */
export async function forgetOldDays(tx: Tx, rows: number): Promise<number> {
  return (await tx.query(forget, [rows])).rowCount ?? 0;
}

import type { Queryable } from '@app/persistence';

/** Outcomes that wait for the answer to which they belong; at most 10,000 are counted. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(
    `select count(*)::int as waiting from (select from outcome where waits limit 10000) o`,
  );
  return rows[0].waiting;
}

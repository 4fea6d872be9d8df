import { Queryable } from './queryable';

/**
 * The age of the oldest row, for a gauge of what waits.
 * @param from SQL after `from`: a table, with a condition where an index has one
 * @param since SQL of the time since when a row waits
 * @returns seconds by the database's clock; 0 without a row, and while all wait for a later time
 */
export async function readOldestAgeS(on: Queryable, from: string, since: string): Promise<number> {
  const { rows } = await on.query<{ age: number | null }>(
    `select greatest(extract(epoch from app.now() - min(${since})), 0)::float8 as age from ${from}`,
  );
  return rows[0].age ?? 0;
}

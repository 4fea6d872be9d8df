import { Named, Queryable } from '@app/persistence';
import { createHash } from 'node:crypto';

/** How often something may happen within a time that begins when it happens first. */
export interface Window {
  most: number;
  minutes: number;
}

const isOver = `known.first_at <= app.now() - make_interval(mins => $3::int)`;

const take: Named = {
  name: 'window-count-take',
  text: `insert into sign_in_attempt as known (subject, failures, first_at, latest_at) values ($1, 1, app.now(), app.now())
    on conflict (subject) do update
      set failures = case when ${isOver} then 1 else known.failures + 1 end,
        first_at = case when ${isOver} then app.now() else known.first_at end, latest_at = app.now()
      where known.failures < $2::int or ${isOver}
    returning failures`,
};
const wait: Named = {
  name: 'window-count-wait',
  text: `select ceil(extract(epoch from first_at + make_interval(mins => $2::int) - app.now()))::int as seconds
    from sign_in_attempt where subject = $1`,
};

/** Counts one. @returns null when it may happen, else the seconds until the next may */
export async function takeOfWindow(
  database: Queryable,
  subject: string,
  { most, minutes }: Window,
): Promise<number | null> {
  const digest = digestOf(subject);
  const { rowCount } = await database.query(take, [digest, most, minutes]);
  if (rowCount === 1) return null;
  const { rows } = await database.query<{ seconds: number }>(wait, [digest, minutes]);
  return Math.max(1, rows[0]?.seconds ?? 1);
}

/** Gives one back. */
export async function returnToWindow(database: Queryable, subject: string): Promise<void> {
  await database.query('update sign_in_attempt set failures = failures - 1 where subject = $1 and failures > 0', [
    digestOf(subject),
  ]);
}

/** A digest: who it is about is not kept. */
function digestOf(subject: string): Buffer {
  return createHash('sha256').update(subject).digest();
}

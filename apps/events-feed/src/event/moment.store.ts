import type { FeedOrder } from '@app/contracts/events';
import { Queryable } from '@app/persistence';
import { LogPosition } from './event.store';

const probe = {
  name: 'event-probe',
  text: `select number, recorded_at from event
         where organization = $1 and day = $2::date and number >= $3::bigint order by number limit 1`,
};

const last = {
  name: 'event-last-of-day',
  text: `select number from event where organization = $1 and day = $2::date order by number desc limit 1`,
};

/**
 * The position from which a reader has an organization's events recorded from a moment on, or back from which it has those
 * before. The numbers of a day are halved, so that some thirty reads by the key find it among millions.
 * @param atMs milliseconds since 1970, of a date of four digits
 */
export async function findMoment(
  db: Queryable,
  organization: string,
  { atMs, order }: { atMs: number; order: FeedOrder },
): Promise<LogPosition> {
  const day = new Date(atMs).toISOString().slice(0, 10);
  const { rows } = await db.query<{ number: string }>(last, [organization, day]);
  let [low, high] = [0n, BigInt(rows[0]?.number ?? 0) + 1n];
  // Every event below `low` was recorded before the moment, and none from `high` on.
  while (low < high) {
    const middle = (low + high) / 2n;
    const found = await db.query<{ number: string; recorded_at: Date }>(probe, [organization, day, String(middle)]);
    const next = found.rows[0];
    if (next === undefined || next.recorded_at.getTime() >= atMs) high = middle;
    else low = BigInt(next.number) + 1n;
  }
  return { day, number: String(order === 'newest' ? low : low - 1n) };
}

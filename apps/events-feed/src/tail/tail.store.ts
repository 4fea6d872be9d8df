import { Queryable } from '@app/persistence';

/** The end of the log at one instant. */
export interface Tail {
  /** Number and day (`YYYY-MM-DD`) of the last event. */
  number: string;
  day: string;
  /** Those of the given organizations that have an event after the given one. */
  moved: string[];
}

const readTailAfter = {
  name: 'feed-look',
  text: `select t.number, array(
      select o from unnest($1::text[]) o where exists (
        select from event e where e.organization = o and e.day >= $2::date and (e.day, e.number) > ($2::date, $3::bigint))
    ) as moved, t.day::text as day from feed_tail t`,
};

/** Reads the tail, and which organizations have an event after `seen`, from one snapshot. */
export async function readTail(
  db: Queryable,
  organizations: readonly string[],
  seen: { day: string; number: number },
): Promise<Tail> {
  const { rows } = await db.query<Tail>(readTailAfter, [organizations, seen.day, seen.number]);
  return rows[0];
}

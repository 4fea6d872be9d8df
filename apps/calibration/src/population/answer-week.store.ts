import { Named, Queryable } from '@app/persistence';

/** Whose answers a week's counts are. */
export interface AnswerWeekKey {
  organization: string;
  judgment_id: string;
  /** A namespace or a template prefix. */
  namespace: string;
  version: number;
}

/** The last counts of current answers in a week. */
export interface AnswerWeekRow {
  /** Monday, such as `2026-11-16`. */
  week: string;
  engine_version: string;
  counted_at: Date;
  sampled: boolean;
  /** Counts by stratum, see `strataOf`. */
  counts: number[];
}

/** This week and so many before it are kept. */
const keptWeeks = 52;

/**
 * One row a week, of the version and epoch that were counted last; older weeks go with each write, so that no judgment has more than 53 rows
 * of a namespace. A namespace that is being erased gets none.
 */
const keep: Named = {
  name: 'answer-week-keep',
  text: `
    with gone as (
      delete from answer_week where organization = $1 and judgment_id = $2 and namespace = $3
        and week < date_trunc('week', $6::timestamptz at time zone 'UTC')::date - 7 * ${keptWeeks})
    insert into answer_week as w (organization, judgment_id, namespace, version, engine_version, week, counted_at, sampled, counts)
    select $1, $2, $3, $4, $5, date_trunc('week', $6::timestamptz at time zone 'UTC')::date, $6, $7, $8
    where not exists (select from namespace_erasure where organization = $1 and namespace = $3 and erasing)
    on conflict (organization, judgment_id, namespace, week) do update set version = excluded.version,
      engine_version = excluded.engine_version, counted_at = excluded.counted_at, sampled = excluded.sampled, counts = excluded.counts
      where w.counted_at <= excluded.counted_at`,
};

const list: Named = {
  name: 'answer-week-list',
  text: `
    select to_char(week, 'YYYY-MM-DD') as week, engine_version, counted_at, sampled, counts from answer_week
    where organization = $1 and judgment_id = $2 and namespace = $3 and version = $4 order by answer_week.week`,
};

export async function keepAnswerWeek(
  to: Queryable,
  { organization, judgment_id, namespace, version }: AnswerWeekKey,
  { engine_version, counted_at, sampled, counts }: Omit<AnswerWeekRow, 'week'>,
): Promise<void> {
  const key = [organization, judgment_id, namespace, version, engine_version];
  await to.query(keep, [...key, counted_at, sampled, counts]);
}

/** Weeks in which answers of a version were counted, oldest first; at most 53. */
export async function listAnswerWeeks(
  from: Queryable,
  { organization, judgment_id, namespace, version }: AnswerWeekKey,
): Promise<AnswerWeekRow[]> {
  return (await from.query<AnswerWeekRow>(list, [organization, judgment_id, namespace, version])).rows;
}

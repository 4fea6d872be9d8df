import { Tx } from '@app/persistence';
import { LogRow } from './log';

/** The one row of `feed_tail`, locked until the transaction ends. */
export interface LockedTail {
  /** Number of the last event. */
  number: string;
  /** The day on which events are recorded now, `YYYY-MM-DD`. It never goes back. */
  today: string;
}

const lock = {
  name: 'feed-lock-tail',
  text: `select number, greatest(day, (app.now() at time zone 'utc')::date)::text as today from feed_tail for update`,
};

// Not one statement with the lock: this one's snapshot is taken after the lock and sees every key committed before it.
const append = {
  name: 'feed-append',
  text: `with given as (
      select g.*, $6::bigint + row_number() over (order by g.place) as number
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
        as g(id, organization, type, namespace, body, place)
      where not exists (select from event_key k where k.id = g.id)
    ), keys as (
      insert into event_key (id, organization, day, number) select id, organization, $7::date, number from given
    ), rows as (
      insert into event (organization, day, number, id, type, namespace, body)
      select organization, $7::date, number, id, type, namespace, body from given
    ), subjects as (
      insert into event_subject (organization, kind, name, day, number)
      select g.organization, s.kind, s.name, $7::date, g.number
      from given g join unnest($8::text[], $9::text[], $10::text[]) s(id, kind, name) on s.id = g.id
    )
    update feed_tail set number = number + (select count(*) from given), day = $7::date returning number`,
};

export async function lockTail(tx: Tx): Promise<LockedTail> {
  const { rows } = await tx.query<LockedTail>(lock);
  return rows[0];
}

/** Numbers and inserts the rows that the log does not have yet, in their order. @returns the number of the last event */
export async function appendRows(tx: Tx, rows: readonly LogRow[], { number, today }: LockedTail): Promise<number> {
  const subjects = rows.flatMap(({ id, subjects: named }) => named.map((subject) => ({ id, ...subject })));
  const { rows: moved } = await tx.query<{ number: string }>(append, [
    rows.map(({ id }) => id),
    rows.map(({ organization }) => organization),
    rows.map(({ type }) => type),
    rows.map(({ namespace }) => namespace),
    rows.map(({ body }) => body),
    number,
    today,
    subjects.map(({ id }) => id),
    subjects.map(({ kind }) => kind),
    subjects.map(({ name }) => name),
  ]);
  return Number(moved[0].number);
}

import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { PartitionStore } from '../retention/partition.store';
import { LogRow } from './log';

interface TailRow {
  number: string;
  today: string;
}

/** Where the log ends after an append. */
export interface Appended {
  recorded: number;
  number: number;
}

const lockTail = {
  name: 'feed-lock-tail',
  text: `select number, greatest(day, (app.now() at time zone 'utc')::date)::text as today from feed_tail for update`,
};
// A statement of its own: its snapshot is taken after the lock, so it sees every key that was committed before.
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
    )
    update feed_tail set number = number + (select count(*) from given), day = $7::date returning number`,
};

/**
 * Gives events their numbers. The one row of `feed_tail` is locked from before the numbers are given until the commit:
 * the next batch waits, so numbers become visible in their order and a reader behind a number misses nothing.
 */
@Injectable()
export class LogStore {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly partitions: PartitionStore,
  ) {}

  /** Appends what is not there yet, in the order given; all of it or nothing. */
  async append(rows: readonly LogRow[]): Promise<Appended> {
    return this.database.transaction('feed.append', async (tx) => {
      const { rows: tails } = await tx.query<TailRow>(lockTail);
      const [{ number: before, today }] = tails;
      await this.partitions.mustHave(tx, today);
      const { rows: moved } = await tx.query<{ number: string }>(append, [
        rows.map(({ id }) => id),
        rows.map(({ organization }) => organization),
        rows.map(({ type }) => type),
        rows.map(({ namespace }) => namespace),
        rows.map(({ body }) => body),
        before,
        today,
      ]);
      const number = Number(moved[0].number);
      return { recorded: number - Number(before), number };
    });
  }
}

import { DATABASE } from '@app/boot';
import { Database, DayGone, DayPartitions, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/** Days that an event is kept [FEED-01]. A day's partition is dropped when its last event has been kept that long. */
export const keptDays = 30;

const maxKeysPerStep = 5000;

/** The partitions of the log, one a day. */
@Injectable()
export class PartitionStore extends DayPartitions {
  constructor(@Inject(DATABASE) database: Database) {
    super(database, { tables: ['event', 'event_subject'], keptDays });
  }

  /** Deletes keys of dropped days, oldest ids first. @returns whether there may be more */
  async forgetKeys(): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `delete from event_key where id in (select id from event_key order by id limit ${maxKeysPerStep})
         and day < (select day from feed_floor)`,
    );
    return rowCount === maxKeysPerStep;
  }

  /** The day of the log never goes back, also when the clock does. */
  protected override async readToday(tx: Tx): Promise<string> {
    const { rows } = await tx.query<{ today: string }>(
      `select greatest(day, (app.now() at time zone 'utc')::date)::text as today from feed_tail`,
    );
    return rows[0].today;
  }

  /** Raises the floor, by which a reader knows that a cursor is expired. */
  protected override async leave(tx: Tx, { table, keptFrom }: DayGone): Promise<void> {
    if (!/^event_\d{8}$/.test(table)) return;
    await tx.query(
      `update feed_floor set day = greatest(day, $1::date),
         last_id = greatest(last_id, (select max(id) from ${table}))`,
      [keptFrom],
    );
  }
}

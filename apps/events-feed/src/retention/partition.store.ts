import { DATABASE } from '@app/boot';
import { Database, DayGone, DayPartitions, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/** Days an event is kept [FEED-01]. A day is dropped when its last event has been kept that long. */
export const keptDays = 30;

const keysPerStep = 5000;

/** The days of the log. */
@Injectable()
export class PartitionStore extends DayPartitions {
  constructor(@Inject(DATABASE) database: Database) {
    super(database, { tables: ['event'], keptDays });
  }

  /** Deletes keys of days that are gone, oldest ids first; true when there may be more. */
  async forgetKeys(): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `delete from event_key where id in (select id from event_key order by id limit ${keysPerStep})
         and day < (select day from feed_floor)`,
    );
    return rowCount === keysPerStep;
  }

  /** Days of the log never go back, whatever the clock does. */
  protected override async today(tx: Tx): Promise<string> {
    const { rows } = await tx.query<{ today: string }>(
      `select greatest(day, (app.now() at time zone 'utc')::date)::text as today from feed_tail`,
    );
    return rows[0].today;
  }

  /** The floor tells which cursors are expired. */
  protected override async leave(tx: Tx, { table, keptFrom }: DayGone): Promise<void> {
    await tx.query(
      `update feed_floor set day = greatest(day, $1::date),
         last_id = greatest(last_id, (select max(id) from ${table}))`,
      [keptFrom],
    );
  }
}

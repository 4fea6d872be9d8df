import { DATABASE } from '@app/boot';
import { Database, DayPartitions, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/**
 * Days after which a partition is dropped, counted from the day on which its events were made: 30 days of log, and up
 * to 82 hours of attempts of a delivery that was recovered on the last of them.
 */
const keptDays = 35;

const maxRowsPerStep = 5000;

/** The daily partitions of payloads and deliveries, and the deliveries that a deleted endpoint leaves. */
@Injectable()
export class PartitionStore extends DayPartitions {
  constructor(@Inject(DATABASE) database: Database) {
    super(database, { tables: ['payload', 'delivery'], keptDays });
  }

  /** The current day, `YYYY-MM-DD`, by the database's clock. */
  override readToday(tx: Tx): Promise<string> {
    return super.readToday(tx);
  }

  /** Makes the partitions of days that are not known to be there. */
  async mustHaveAll(days: ReadonlySet<string>): Promise<void> {
    if ([...days].every((day) => this.has(day))) return;
    await this.database.transaction('webhooks.partitions', async (tx) => {
      for (const day of days) await this.mustHave(tx, day);
    });
  }

  /** Deletes deliveries of a deleted endpoint. @returns whether there may be more */
  async removeGone(): Promise<boolean> {
    const { rows } = await this.database.query<{ endpoint_id: string }>(
      'select endpoint_id from endpoint_gone limit 1',
    );
    if (rows.length === 0) return false;
    const [{ endpoint_id: id }] = rows;
    const { rowCount } = await this.database.query(
      `delete from delivery d using (select day, event_id, turn from delivery where endpoint_id = $1 limit ${maxRowsPerStep}) g
       where d.endpoint_id = $1 and d.day = g.day and d.event_id = g.event_id and d.turn = g.turn`,
      [id],
    );
    if (rowCount === 0) await this.database.query('delete from endpoint_gone where endpoint_id = $1', [id]);
    return true;
  }
}

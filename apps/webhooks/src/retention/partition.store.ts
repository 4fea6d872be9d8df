import { DATABASE } from '@app/boot';
import { Database, DayPartitions, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/**
 * Days after which a partition goes, by the day its events were made: 30 days of log, and up to 82 hours of attempts of what
 * was recovered on the last of them.
 */
export const keptDays = 35;

const rowsPerStep = 5000;

/** The days of payloads and deliveries, and the deliveries of endpoints that are gone. */
@Injectable()
export class PartitionStore extends DayPartitions {
  constructor(@Inject(DATABASE) database: Database) {
    super(database, { tables: ['payload', 'delivery'], keptDays });
  }

  /** The day on which rows are queued now. */
  override today(tx: Tx): Promise<string> {
    return super.today(tx);
  }

  /** Removes deliveries of endpoints that were deleted; true when there may be more. */
  async removeGone(): Promise<boolean> {
    const { rows } = await this.database.query<{ endpoint_id: string }>(
      'select endpoint_id from endpoint_gone limit 1',
    );
    if (rows.length === 0) return false;
    const [{ endpoint_id: id }] = rows;
    const { rowCount } = await this.database.query(
      `delete from delivery d using (select day, event_id, turn from delivery where endpoint_id = $1 limit ${rowsPerStep}) g
       where d.endpoint_id = $1 and d.day = g.day and d.event_id = g.event_id and d.turn = g.turn`,
      [id],
    );
    if (rowCount === 0) await this.database.query('delete from endpoint_gone where endpoint_id = $1', [id]);
    return true;
  }
}

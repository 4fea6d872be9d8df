import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { PartitionStore } from '../retention/partition.store';
import { LogRow } from './log';
import { appendRows, lockTail } from './log.store';

/** Where the log ends after an append. */
export interface Appended {
  /** How many events were new. */
  recorded: number;
  /** Number of the last event. */
  number: number;
}

/**
 * Gives events their numbers. An append locks the one row of `feed_tail` before it draws numbers and until it commits,
 * so the next batch waits, numbers become visible in their order, and a reader after a number misses nothing.
 */
@Injectable()
export class LogService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly partitions: PartitionStore,
  ) {}

  /** Appends the rows that the log does not have yet, in their order: all of them or none. */
  append(rows: readonly LogRow[]): Promise<Appended> {
    return this.database.transaction('feed.append', async (tx) => {
      const tail = await lockTail(tx);
      await this.partitions.mustHave(tx, tail.today);
      const number = await appendRows(tx, rows, tail);
      return { recorded: number - Number(tail.number), number };
    });
  }
}

import { Batcher } from '@app/queues';
import { Injectable } from '@nestjs/common';
import { Wanted } from '../pending/pending';
import { PendingQueue } from '../pending/pending-queue';

/** Readers whose wants one statement queues at most. */
const maxReaders = 1000;
/** Wants that one statement queues at most, unless one reader alone wants more. */
const maxWanted = 10_000;

/** Queues what readers want with one statement for all who come at once, so that they do not wait for one another. */
@Injectable()
export class WaiterQueue {
  private readonly batcher: Batcher<readonly Wanted[], Date>;

  constructor(queue: PendingQueue) {
    this.batcher = new Batcher({
      together: async (all) => {
        const queuedAt = await queue.add(all.flat());
        return all.map(() => queuedAt);
      },
      maxItems: maxReaders,
      size: { max: maxWanted, of: ({ length }) => length },
      maxUnderWay: 1,
    });
  }

  /** Queues wanted answers. @returns the database's time */
  add(wanted: readonly Wanted[]): Promise<Date> {
    return this.batcher.add(wanted);
  }
}

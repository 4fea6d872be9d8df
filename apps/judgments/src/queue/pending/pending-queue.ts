import { DATABASE, METRICS } from '@app/boot';
import { judgmentsMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { readDeferringFanout } from './deferred.store';
import { fanout } from './lane';
import type { Wanted } from './pending';
import { readOldestDueS } from './pending.store';
import { shownWaiting } from './shown-waiting';
import { countPaused, countWaiting } from './waiting.store';
import { queueWanted } from './queue.store';

/** The queue of wanted answers. Wakes the judging loop of this process when it gets rows. */
@Injectable()
export class PendingQueue {
  private wakeJudging: () => void = () => undefined;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(METRICS) metrics: Metrics,
  ) {
    const { pendingRows, claimableRows } = judgmentsMetrics;
    metrics.measuredTogether({ pendingRows, claimableRows }, async () => shownWaiting(await countWaiting(this.db)));
    metrics.measured(judgmentsMetrics.pausedNamespaces, async (gauge) => gauge.set(await countPaused(this.db)));
    metrics.measured(judgmentsMetrics.pendingOldest, async (gauge) => gauge.set(await readOldestDueS(this.db)));
  }

  /** The judging loop calls this once; other replicas find the rows when they look again. */
  onQueued(wake: () => void): void {
    this.wakeJudging = wake;
  }

  /** Queues wanted answers; fan-out of a judgment that is deferred waits with it. @returns the database's time */
  async add(wanted: readonly Wanted[]): Promise<Date> {
    const queuedAt = wanted.some(({ lane }) => lane === fanout)
      ? await this.addFanout(wanted)
      : await queueWanted(this.db, wanted);
    this.wakeJudging();
    return queuedAt;
  }

  private addFanout(wanted: readonly Wanted[]): Promise<Date> {
    return this.db.transaction('judgments.queue-fanout', async (tx) =>
      queueWanted(tx, await readDeferringFanout(tx, wanted)),
    );
  }
}

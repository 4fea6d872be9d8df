import { DATABASE, LOGGER, METRICS, Worker } from '@app/boot';
import { judgmentsMetrics } from '@app/metrics';
import { Loop, Metrics } from '@app/observability';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { CatchUp } from './catch-up';
import { anyDue, deferredNow } from './due.store';

const everyMs = 1000;

/** Looks each second at the deferrals that may have room. Replicas share the work: a deferral is one's at a time. */
@Injectable()
export class DeferralWorker implements Worker {
  private readonly loop: Loop;

  constructor(
    @Inject(DATABASE) db: Database,
    catchUp: CatchUp,
    @Inject(LOGGER) logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.loop = new Loop({
      name: 'deferral',
      idleMs: everyMs,
      logger,
      look: () => db.finds(anyDue),
      turn: () => catchUp.turn(),
    });
    const { deferredRows: rows, deferredOldest: oldestS } = judgmentsMetrics;
    metrics.measuredTogether({ rows, oldestS }, () => deferredNow(db));
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }
}

import { CLOCK, DATABASE, LOGGER, METRICS } from '@app/boot';
import { webhooksMetrics } from '@app/metrics';
import type { Clock, Logger } from '@app/observability';
import { Metrics, logWork } from '@app/observability';
import { Database, killPoint } from '@app/persistence';
import { Batcher } from '@app/queues';
import { Inject, Injectable } from '@nestjs/common';
import { AttemptResult } from '../delivery/delivery';
import { deliveryLine } from '../delivery/delivery-line';
import { keepResults } from '../delivery/keep.store';
import { SettledResult } from '../delivery/record.store';
import { recordResults } from '../delivery/result.store';
import { settle } from '../delivery/settlement';

const maxBatch = 200;
/**
 * Results of deliveries without rows that one commit keeps, and how long the first of them waits for the others. Fewer than may
 * be sent and not recorded, so that deliveries go out during a commit.
 */
const maxKept = 40;
const keepWaitMs = 20;

/** Whether a result was recorded: without an error it was. */
interface Recorded {
  error?: unknown;
}

/** Records results in batches: results that come while one transaction commits go into the next. */
@Injectable()
export class ResultRecorder {
  private readonly rows: Batcher<SettledResult, Recorded>;
  private readonly direct: Batcher<SettledResult, Recorded>;
  private readonly attemptsTotal;
  private readonly latency;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.attemptsTotal = metrics.counter(webhooksMetrics.attempts);
    this.latency = metrics.histogram(webhooksMetrics.attemptDuration);
    this.rows = new Batcher({
      together: (results) => this.recordTogether(results, () => recordResults(this.database, results)),
      maxItems: maxBatch,
      maxUnderWay: 1,
    });
    this.direct = new Batcher({
      together: (results) => this.recordTogether(results, () => keepResults(this.database, results)),
      maxItems: maxKept,
      maxUnderWay: 1,
      waitMs: keepWaitMs,
    });
  }

  /**
   * Resolves when the result is recorded, or when that failed: then the lease of the delivery ends, or its fact comes again,
   * and a process sends it again with the same id.
   */
  async record({ delivery, outcome }: AttemptResult): Promise<void> {
    const settlement = settle(outcome, delivery.attempts, Math.random(), this.clock.now());
    const name = outcome.error ?? 'ok';
    this.attemptsTotal.inc({ outcome: name, status: settlement.status });
    this.latency.observe({ outcome: name }, outcome.latencyMs / 1000);
    const result = { delivery, outcome, settlement };
    const { error } = await (delivery.direct === null ? this.rows : this.direct).add(result);
    delivery.direct?.end(error);
    logWork(this.logger, 'delivery.attempted', () => deliveryLine(result, error === undefined));
  }

  private async recordTogether(results: readonly SettledResult[], record: () => Promise<void>): Promise<Recorded[]> {
    const recorded = await this.tryRecord(results.length, record);
    return results.map(() => recorded);
  }

  private async tryRecord(results: number, record: () => Promise<void>): Promise<Recorded> {
    try {
      await record();
      await killPoint('webhooks.record.after-commit');
      return {};
    } catch (error) {
      this.logger.warn({ err: error, results }, 'results were not recorded; their deliveries are sent again');
      return { error };
    }
  }
}

import { CLOCK, DATABASE, LOGGER, METRICS } from '@app/boot';
import { webhooksMetrics } from '@app/metrics';
import type { Clock, Logger } from '@app/observability';
import { Metrics, logWork } from '@app/observability';
import { Database } from '@app/persistence';
import { Batcher } from '@app/queues';
import { Inject, Injectable } from '@nestjs/common';
import { AttemptResult } from '../delivery/delivery';
import { deliveryLine } from '../delivery/delivery-line';
import { SettledResult, recordResults } from '../delivery/result.store';
import { settle } from '../delivery/settlement';

const maxBatch = 200;

/** Records results in batches: results that come while one transaction commits go into the next. */
@Injectable()
export class ResultRecorder {
  private readonly batcher: Batcher<SettledResult, boolean>;
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
    this.batcher = new Batcher({
      together: (results) => this.recordTogether(results),
      maxItems: maxBatch,
      maxUnderWay: 1,
    });
  }

  /**
   * Resolves when the result is recorded, or when that failed: then the lease of the delivery ends and a process sends it
   * again with the same id.
   */
  async record({ delivery, outcome }: AttemptResult): Promise<void> {
    const settlement = settle(outcome, delivery.attempts, Math.random(), this.clock.now());
    const name = outcome.error ?? 'ok';
    this.attemptsTotal.inc({ outcome: name, status: settlement.status });
    this.latency.observe({ outcome: name }, outcome.latencyMs / 1000);
    const result = { delivery, outcome, settlement };
    const isRecorded = await this.batcher.add(result);
    logWork(this.logger, 'delivery.attempted', () => deliveryLine(result, isRecorded));
  }

  /** @returns for each result whether it was recorded */
  private async recordTogether(results: readonly SettledResult[]): Promise<boolean[]> {
    const isRecorded = await this.recordAll(results);
    return results.map(() => isRecorded);
  }

  private async recordAll(results: readonly SettledResult[]): Promise<boolean> {
    try {
      await recordResults(this.database, results);
      return true;
    } catch (error) {
      const facts = { err: error, results: results.length };
      this.logger.warn(facts, 'results were not recorded; their deliveries are sent again');
      return false;
    }
  }
}

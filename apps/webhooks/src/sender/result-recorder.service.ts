import { CLOCK, DATABASE, LOGGER, METRICS } from '@app/boot';
import { webhooksMetrics } from '@app/metrics';
import type { Clock, Logger } from '@app/observability';
import { Metrics, logWork } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { AttemptResult } from '../delivery/delivery';
import { deliveryLine } from '../delivery/delivery-line';
import { SettledResult, recordResults } from '../delivery/result.store';
import { settle } from '../delivery/settlement';

const maxBatch = 200;

interface PendingResult {
  result: SettledResult;
  done: () => void;
}

/** Records results in batches: results that come while one transaction commits go into the next. */
@Injectable()
export class ResultRecorder {
  private pending: PendingResult[] = [];
  private isWriting = false;
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
  }

  /**
   * Resolves when the result is recorded, or when that failed: then the lease of the delivery ends and a process sends it
   * again with the same id.
   */
  record({ delivery, outcome }: AttemptResult): Promise<void> {
    const settlement = settle(outcome, delivery.attempts, Math.random(), this.clock.now());
    const name = outcome.error ?? 'ok';
    this.attemptsTotal.inc({ outcome: name, status: settlement.status });
    this.latency.observe({ outcome: name }, outcome.latencyMs / 1000);
    return new Promise((done) => {
      this.pending.push({ result: { delivery, outcome, settlement }, done });
      if (!this.isWriting) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    while (this.pending.length > 0) {
      const batch = this.pending.splice(0, maxBatch);
      const results = batch.map(({ result }) => result);
      const isRecorded = await this.recordAll(results);
      batch.forEach(({ done }) => done());
      for (const result of results) {
        logWork(this.logger, 'delivery.attempted', () => deliveryLine(result, isRecorded));
      }
    }
    this.isWriting = false;
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

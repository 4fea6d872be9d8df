import { CLOCK, LOGGER, METRICS } from '@app/boot';
import type { Clock, Logger } from '@app/observability';
import { Metrics } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { AttemptResult } from '../delivery/delivery';
import { ResultStore, SettledResult } from '../delivery/result.store';
import { settle } from '../delivery/settlement';

const batchSize = 200;

interface Waiting {
  result: SettledResult;
  done: () => void;
}

/** Keeps results together: while one transaction commits, the next gathers. */
@Injectable()
export class ResultRecorder {
  private waiting: Waiting[] = [];
  private isWriting = false;
  private readonly attempts;
  private readonly latency;

  constructor(
    private readonly store: ResultStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.attempts = metrics.counter('webhook_attempts_total', 'Attempts, by what they came to.', ['outcome', 'status']);
    this.latency = metrics.seconds('webhook_attempt_seconds', 'How long attempts took.', ['outcome']);
  }

  /**
   * Ends when the result is kept, or could not be: then the delivery's lease ends, and it is sent once more with the same
   * id.
   */
  record({ delivery, outcome }: AttemptResult): Promise<void> {
    const settlement = settle(outcome, delivery.attempts, Math.random(), this.clock.now());
    const name = outcome.error ?? 'ok';
    this.attempts.inc({ outcome: name, status: settlement.status });
    this.latency.observe({ outcome: name }, outcome.latencyMs / 1000);
    return new Promise((done) => {
      this.waiting.push({ result: { delivery, outcome, settlement }, done });
      if (!this.isWriting) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, batchSize);
      try {
        await this.store.record(batch.map(({ result }) => result));
      } catch (error) {
        this.logger.warn({ err: error, results: batch.length }, 'results were not kept; those are sent again');
      }
      batch.forEach(({ done }) => done());
    }
    this.isWriting = false;
  }
}

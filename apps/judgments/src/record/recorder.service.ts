import { CONFIG, LOGGER, METRICS } from '@app/boot';
import { Metrics } from '@app/observability';
import type { Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../app.config';
import { Waiting } from '../reading/waiting';
import { Entry, Recorded } from './outcome';
import { RecordStore } from './record.store';

const entriesTogether = 64;
const transactionsAtOnce = 2;

interface Waiter {
  entry: Entry;
  resolve(recorded: Recorded[]): void;
  reject(error: unknown): void;
}

/** Records in groups: what finishes within a few milliseconds shares a transaction. */
@Injectable()
export class RecorderService {
  private queue: Waiter[] = [];
  private running = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly outcomes;
  private readonly lag;

  constructor(
    private readonly store: RecordStore,
    private readonly waiting: Waiting,
    @Inject(CONFIG) private readonly config: JudgmentsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('answers_total', 'Answers recorded, by outcome: answered, same or the failure.', [
      'outcome',
    ]);
    this.lag = metrics.seconds('freshness_lag_seconds', 'From the first change to the recorded answer.');
  }

  /** Resolves when the entry is recorded, with what its claim still held. */
  add(entry: Entry): Promise<Recorded[]> {
    if (entry.outcomes.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.queue.push({ entry, resolve, reject });
      if (this.queue.length >= entriesTogether) this.flush();
      else this.timer ??= setTimeout(() => this.flush(), this.config.recordWaitMs);
    });
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.running >= transactionsAtOnce || this.queue.length === 0) return;
    const group = this.queue.splice(0, entriesTogether);
    this.running++;
    void this.write(group).finally(() => {
      this.running--;
      if (this.queue.length > 0) this.flush();
    });
  }

  private async write(group: Waiter[]): Promise<void> {
    try {
      const { recorded, lagsMs } = await this.store.record(group.map(({ entry }) => entry));
      this.count(recorded, lagsMs);
      this.waiting.tell(recorded);
      group.forEach(({ resolve }) => resolve(recorded));
    } catch (error) {
      if (group.length === 1) return group[0].reject(error);
      // One entry that cannot be written must not keep the others from it.
      this.logger.warn({ err: error, entries: group.length }, 'a group of answers is recorded one by one');
      for (const one of group) await this.write([one]);
    }
  }

  private count(recorded: readonly Recorded[], lagsMs: readonly number[]): void {
    for (const { answer } of recorded)
      this.outcomes.inc({ outcome: answer.same ? 'same' : (answer.failure ?? 'answered') });
    for (const lagMs of lagsMs) this.lag.observe(lagMs / 1000);
  }
}

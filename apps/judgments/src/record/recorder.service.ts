import { CONFIG, DATABASE, LOGGER, METRICS } from '@app/boot';
import { judgmentsMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../app.config';
import { BackfillStore } from '../backfill/backfill.store';
import { EngineUses } from '../copy/engine/engine-uses';
import { Waiters } from '../queue/waiter/waiters';
import { laneName } from '../queue/pending/lane';
import { logAnswers } from './answer-line';
import { Entry, Recorded } from './outcome';
import { Lag, recordEntries } from './record.store';

const maxEntries = 64;
const maxTransactions = 2;

interface QueuedEntry {
  entry: Entry;
  resolve(recorded: Recorded[]): void;
  reject(error: unknown): void;
}

/** Records in groups: entries that come within a few milliseconds share a transaction. */
@Injectable()
export class RecorderService {
  private queue: QueuedEntry[] = [];
  private running = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly outcomes;
  private readonly lag;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly backfills: BackfillStore,
    private readonly uses: EngineUses,
    private readonly waiters: Waiters,
    @Inject(CONFIG) private readonly config: JudgmentsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.outcomes = metrics.counter(judgmentsMetrics.answers);
    this.lag = metrics.histogram(judgmentsMetrics.freshnessLag);
  }

  /** Resolves when the entry is recorded, with the outcomes whose claim still held. */
  add(entry: Entry): Promise<Recorded[]> {
    if (entry.outcomes.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      this.queue.push({ entry, resolve, reject });
      if (this.queue.length >= maxEntries) this.flush();
      else this.timer ??= setTimeout(() => this.flush(), this.config.recordWaitMs);
    });
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.running >= maxTransactions || this.queue.length === 0) return;
    const group = this.queue.splice(0, maxEntries);
    this.running++;
    void this.write(group).finally(() => {
      this.running--;
      if (this.queue.length > 0) this.flush();
    });
  }

  private async write(group: QueuedEntry[]): Promise<void> {
    try {
      const entries = group.map(({ entry }) => entry);
      const { recorded, lags } = await recordEntries(this.db, this.backfills, this.uses, entries);
      this.observe(recorded, lags);
      logAnswers(this.logger, recorded);
      for (const { namespaceId, answer, isPreJudged } of recorded) {
        if (!isPreJudged) this.waiters.deliver(namespaceId, answer);
      }
      group.forEach(({ resolve }) => resolve(recorded));
    } catch (error) {
      if (group.length === 1) return this.writeApart(group[0], error);
      // One entry that Postgres refuses must not hold back the others.
      this.logger.warn({ err: error, entries: group.length }, 'a group of answers is recorded one by one');
      for (const one of group) await this.write([one]);
    }
  }

  /** Outcomes for which no engine was asked are of many documents: one that Postgres refuses holds back none of them. */
  private async writeApart({ entry, resolve, reject }: QueuedEntry, fault: unknown): Promise<void> {
    const { outcomes } = entry;
    if (entry.askId !== null || outcomes.length < 2 || kindOf(fault) !== 'defect') return reject(fault);
    const recorded: Recorded[] = [];
    let refused: unknown;
    for (const outcome of outcomes) {
      const one = { ...entry, outcomes: [outcome] };
      await new Promise<Recorded[]>((done, failed) => void this.write([{ entry: one, resolve: done, reject: failed }]))
        .then((some) => recorded.push(...some))
        .catch((error: unknown) => (refused = error));
    }
    if (refused === undefined) resolve(recorded);
    else reject(refused);
  }

  private observe(recorded: readonly Recorded[], lags: readonly Lag[]): void {
    for (const { answer } of recorded) {
      this.outcomes.inc({ outcome: answer.same ? 'same' : (answer.failure ?? 'answered') });
    }
    for (const { lane, ms } of lags) this.lag.observe({ lane: laneName(lane) }, ms / 1000);
  }
}

import { CONFIG, DATABASE, LOGGER, METRICS } from '@app/boot';
import { judgmentsMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { kindOf } from '@app/problem';
import { Batcher } from '@app/queues';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../app.config';
import { BackfillStore } from '../backfill/backfill.store';
import { EngineUses } from '../copy/engine/engine-uses';
import { Waiters } from '../queue/waiter/waiters';
import { laneName } from '../queue/pending/lane';
import { logAnswers } from './answer-line';
import { Entry, Recorded } from './outcome';
import { recordEntries } from './record.store';

const maxEntries = 64;
const maxTransactions = 2;

/** Records in batches: entries that come within a few milliseconds share a transaction. */
@Injectable()
export class RecorderService {
  private readonly batcher: Batcher<Entry, Recorded[]>;
  private readonly outcomes;
  private readonly lag;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly backfills: BackfillStore,
    private readonly uses: EngineUses,
    private readonly waiters: Waiters,
    @Inject(CONFIG) { recordWaitMs }: JudgmentsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.outcomes = metrics.counter(judgmentsMetrics.answers);
    this.lag = metrics.histogram(judgmentsMetrics.freshnessLag);
    this.batcher = new Batcher({
      together: (entries) => this.recordTogether(entries),
      alone: (entry) => this.recordAlone(entry),
      maxItems: maxEntries,
      maxUnderWay: maxTransactions,
      aloneAtOnce: 1,
      waitMs: recordWaitMs,
    });
  }

  /** Resolves when the entry is recorded, with the outcomes whose claim still held. */
  async add(entry: Entry): Promise<Recorded[]> {
    return entry.outcomes.length === 0 ? [] : this.batcher.add(entry);
  }

  /** @returns for each entry what was recorded of all */
  private async recordTogether(entries: readonly Entry[]): Promise<Recorded[][]> {
    try {
      const recorded = await this.record(entries);
      return entries.map(() => recorded);
    } catch (error) {
      // One entry that Postgres refuses must not hold back the others.
      this.logger.warn({ err: error, entries: entries.length }, 'a group of answers is recorded one by one');
      throw error;
    }
  }

  /** Outcomes for which no engine was asked are of many documents: one that Postgres refuses holds back none of them. */
  private async recordAlone(entry: Entry): Promise<Recorded[]> {
    try {
      return await this.record([entry]);
    } catch (error) {
      const { askId, outcomes } = entry;
      if (askId !== null || outcomes.length < 2 || kindOf(error) !== 'defect') throw error;
      return this.recordApart(entry);
    }
  }

  private async recordApart({ outcomes, ...entry }: Entry): Promise<Recorded[]> {
    const recorded: Recorded[] = [];
    let refused: { error: unknown } | undefined;
    for (const outcome of outcomes) {
      try {
        recorded.push(...(await this.record([{ ...entry, outcomes: [outcome] }])));
      } catch (error) {
        refused = { error };
      }
    }
    if (refused !== undefined) throw refused.error;
    return recorded;
  }

  private async record(entries: readonly Entry[]): Promise<Recorded[]> {
    const { recorded, lags } = await recordEntries(this.db, this.backfills, this.uses, entries);
    for (const { answer } of recorded) {
      this.outcomes.inc({ outcome: answer.same ? 'same' : (answer.failure ?? 'answered') });
    }
    for (const { lane, ms } of lags) this.lag.observe({ lane: laneName(lane) }, ms / 1000);
    logAnswers(this.logger, recorded);
    for (const { namespaceId, answer, isPreJudged } of recorded) {
      if (!isPreJudged) this.waiters.deliver(namespaceId, answer);
    }
    return recorded;
  }
}

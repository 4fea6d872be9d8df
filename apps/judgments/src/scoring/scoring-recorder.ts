import { DATABASE, METRICS } from '@app/boot';
import { judgmentsMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { Batcher } from '@app/queues';
import { Inject, Injectable } from '@nestjs/common';
import { EngineUses } from '../copy/engine/engine-uses';
import { recordScored } from './record.store';
import type { Scored } from './scoring';

const maxItems = 48;
const maxTransactions = 2;

/** Records what asks came to; those that end while a transaction is under way share the next one. */
@Injectable()
export class ScoringRecorder {
  private readonly batcher: Batcher<Scored, boolean>;
  private readonly labels;

  constructor(@Inject(DATABASE) db: Database, uses: EngineUses, @Inject(METRICS) metrics: Metrics) {
    this.batcher = new Batcher({
      alone: async (one) => (await recordScored(db, uses, [one]))[0],
      together: (group) => recordScored(db, uses, group),
      maxItems,
      maxUnderWay: maxTransactions,
    });
    this.labels = metrics.counter(judgmentsMetrics.scoredLabels);
  }

  /** Resolves when it is recorded. @returns whether the claim still held */
  async add(scored: Scored): Promise<boolean> {
    const isRecorded = await this.batcher.add(scored);
    if (isRecorded) this.labels.inc({ outcome: scored.result.skipped ?? 'answered' });
    return isRecorded;
  }
}

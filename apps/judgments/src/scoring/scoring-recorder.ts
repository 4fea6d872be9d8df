import { DATABASE, METRICS } from '@app/boot';
import { judgmentsMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Coalescer, Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { EngineUses } from '../copy/engine/engine-uses';
import { recordScored } from './record.store';
import type { Scored } from './scoring';

const maxTogether = 48;
const maxTransactions = 2;

/** Records what asks came to; those that end while a transaction is under way share the next one. */
@Injectable()
export class ScoringRecorder {
  private readonly coalescer: Coalescer<Scored, boolean>;
  private readonly labels;

  constructor(@Inject(DATABASE) db: Database, uses: EngineUses, @Inject(METRICS) metrics: Metrics) {
    this.coalescer = new Coalescer({
      alone: async (one) => (await recordScored(db, uses, [one]))[0],
      together: (group) => recordScored(db, uses, group),
      maxTogether,
      maxUnderWay: maxTransactions,
    });
    this.labels = metrics.counter(judgmentsMetrics.scoredLabels);
  }

  /** Resolves when it is recorded. @returns whether the claim still held */
  async add(scored: Scored): Promise<boolean> {
    const isRecorded = await this.coalescer.ask(scored);
    if (isRecorded) this.labels.inc({ outcome: scored.result.skipped ?? 'answered' });
    return isRecorded;
  }
}

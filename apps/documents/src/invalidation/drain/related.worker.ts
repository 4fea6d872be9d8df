import { DATABASE, HEALTH, LOGGER, METRICS } from '@app/boot';
import { documentsMetrics } from '@app/metrics';
import { Health, type Logger, Loop, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { RelatedSignal } from '../relation/related-signal';
import { DrainService } from './drain.service';
import { nextNamespace, oldestS, relatedChanges } from './inbox.store';

const idleMs = 500;
const longestIdleMs = 1000;
const stuckMs = 60_000;
/** No namespace has it; all have greater ones. */
const beforeAll = '0';

/** Moves the related changes of namespaces on, one namespace after the other. */
@Injectable()
export class RelatedWorker {
  private readonly loop: Loop;
  private last = beforeAll;
  /** Whether a namespace of this round has more changes than one turn moves on. */
  private hasMore = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
    @Inject(METRICS) metrics: Metrics,
    private readonly drains: DrainService,
    signal: RelatedSignal,
  ) {
    this.loop = new Loop({
      name: 'related',
      idleMs,
      longestIdleMs,
      logger,
      look: () => database.finds(relatedChanges),
      turn: () => this.turn(),
    });
    health.mustBeReady({ name: 'related', check: () => this.loop.stuckFor(stuckMs) });
    signal.onChanges(() => this.loop.wake());
    metrics.measured(documentsMetrics.relatedOldest, async (gauge) => gauge.set(await oldestS(database)));
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * Moves changes of the next namespace on, so that a turn is short however many namespaces have changes.
   * @returns whether the next turn follows at once: a namespace follows, or one of this round has more changes
   */
  async turn(): Promise<boolean> {
    const next = await nextNamespace(this.database, this.last);
    this.last = next ?? beforeAll;
    if (next !== null) {
      if (await this.drains.drain(next)) this.hasMore = true;
      return true;
    }
    const { hasMore } = this;
    this.hasMore = false;
    return hasMore;
  }
}

import { DATABASE, HEALTH, LOGGER } from '@app/boot';
import { durationMs } from '@app/definition';
import { Health, Loop } from '@app/observability';
import type { Logger } from '@app/observability';
import { Database, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Implicit, WindowStore } from './window.store';

const idleMs = 2000;
const stuckMs = 120_000;
const batchSize = 1000;

/** Closes windows that nothing happened in, each as an implicit no dated by when it closed. */
@Injectable()
export class WindowWorker {
  private readonly loop: Loop;

  constructor(
    private readonly store: WindowStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.loop = new Loop({ name: 'outcome-window', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'outcome-window', check: () => this.loop.stuckFor(stuckMs) });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** One batch of each judgment; true when there may be more. */
  private async turn(): Promise<boolean> {
    let isMore = false;
    for (const judgment of await this.store.judgments()) {
      if ((await this.closeSome(judgment)) === batchSize) isMore = true;
    }
    return isMore;
  }

  private closeSome(judgment: Implicit): Promise<number> {
    // A version may look further ahead than the setting did when it was made.
    const afterMs = Math.max(durationMs(judgment.after) ?? 0, Number(judgment.horizon_ms));
    return this.database.transaction('calibration.window', async (tx) => {
      const windows = await this.store.due(tx, judgment, afterMs, batchSize);
      if (windows.length === 0) return 0;
      // Posts hold it shared: what they commit is seen by the statement that decides.
      const key = `${judgment.organization} ${judgment.judgment_id}`;
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      const ids = windows.map(() => newId('out'));
      await this.store.close(tx, judgment, afterMs, windows, ids);
      return windows.length;
    });
  }
}

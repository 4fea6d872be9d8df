import { DATABASE } from '@app/boot';
import { durationMs } from '@app/definition';
import { Database, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ImplicitJudgment, closeWindows, lockDueWindows, readImplicit } from './window.store';

const batchSize = 1000;

/** Closes windows in which nothing happened. Each makes an implicit no, dated by the end of its window. */
@Injectable()
export class WindowWorker {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Closes one batch of each judgment. @returns whether there may be more */
  async turn(): Promise<boolean> {
    let isMore = false;
    for (const judgment of await readImplicit(this.database)) {
      if ((await this.closeSome(judgment)) === batchSize) isMore = true;
    }
    return isMore;
  }

  private closeSome(judgment: ImplicitJudgment): Promise<number> {
    // A newer version may have a longer horizon than the setting.
    const afterMs = Math.max(durationMs(judgment.after) ?? 0, Number(judgment.horizon_ms));
    return this.database.transaction('calibration.window', async (tx) => {
      const windows = await lockDueWindows(tx, judgment, afterMs, batchSize);
      if (windows.length === 0) return 0;
      // Posts hold this lock shared. The next statement therefore sees the outcomes that they have committed.
      const key = `${judgment.organization} ${judgment.judgment_id}`;
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      const ids = windows.map(() => newId('out'));
      await closeWindows(tx, judgment, afterMs, windows, ids);
      return windows.length;
    });
  }
}

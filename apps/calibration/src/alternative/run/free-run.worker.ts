import { CLOCK, DATABASE, LOGGER } from '@app/boot';
import { logWork, msSince } from '@app/observability';
import type { Clock, Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { unpackPlan } from '../quote/plan';
import { RunRow } from '../subject/run-row';
import { claimFreeRun, releaseFreeRun } from './free-run.store';
import { endRun, isDone, markStopping, readPlan, readRunRows } from './run.store';
import { ScoringService } from './scoring.service';

/** Nobody waits for a free run. */
const restS = 10;
/** A free run that has not ended by then is given up: judging was paused all the time. */
const maxAgeMs = 7 * 86_400_000;

/** Works on the free runs of narrowings. They have no job, and nobody pays for them. */
@Injectable()
export class FreeRunWorker {
  constructor(
    private readonly scoring: ScoringService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Looks at one free run. @returns whether there was one */
  async turn(): Promise<boolean> {
    const run = await claimFreeRun(this.database);
    if (!run) return false;
    try {
      await this.look(run);
    } catch (error) {
      this.logger.warn({ err: error, run: run.run }, 'a free run failed and is looked at again');
    }
    await releaseFreeRun(this.database, run.run, restS);
    return true;
  }

  private async look(run: RunRow): Promise<void> {
    const bytes = await readPlan(this.database, run.run);
    if (!bytes) throw new Error(`run ${run.run} has no plan`);
    const plan = await unpackPlan(bytes);
    const isOld = this.clock.now() - run.started_at.getTime() > maxAgeMs;
    const why = run.stopped_by ?? (isOld ? 'cancelled' : await this.scoring.findStopReason(run, plan));
    if (why === null) await this.scoring.start(run, plan, await readRunRows(this.database, run.run));
    else await markStopping(this.database, run.run, why);
    const isQuiet = why !== null && (await this.scoring.stop(run)) === 0;
    const rows = await this.scoring.score(run, plan);
    const isWhole = rows.every(isDone);
    if (!isWhole && !isQuiet) return;
    await endRun(this.database, run.run, isWhole);
    this.logEnd(run, isWhole ? 'ended' : (why ?? 'ended'));
  }

  private logEnd({ organization, scope, judgment_id, run, started_at: startedAt }: RunRow, outcome: string): void {
    const about = { organization, scope, judgment_id, run };
    logWork(this.logger, 'walk.ended', () => ({ walk: 'free_run', outcome, ...about, ms: msSince(startedAt) }));
  }
}

import { CLOCK, DATABASE, LOGGER } from '@app/boot';
import type { Clock, Logger } from '@app/observability';
import { Database, JobRow, Jobs, LeaseLost } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Plan, unpackPlan } from '../quote/plan';
import { RunRow } from '../subject/run-row';
import { EndingService, RunRequest } from './ending.service';
import { RunRowState, endRun, findRun, isDone, markStopping, readPlan } from './run.store';
import { ScoringService } from './scoring.service';

/** A run rests between two looks. */
const restS = 2;

/** What a job's cursor keeps: that nothing was under way at the look before. */
interface Cursor {
  quiet: boolean;
}

/** Works on the runs that were confirmed, a short look at a time. */
@Injectable()
export class RunWorker {
  constructor(
    private readonly scoring: ScoringService,
    private readonly ending: EndingService,
    private readonly jobs: Jobs,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One look at the run of a claimed job. @throws LeaseLost when another process has claimed the job and looks itself */
  async step(job: JobRow): Promise<void> {
    try {
      await this.jobs.keepWhile(job, () => this.look(job));
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      await this.endFailed(job, error);
    }
  }

  private async look(job: JobRow): Promise<void> {
    const run = await findRun(this.database, (job.request as RunRequest).run);
    if (!run) throw new Error(`job ${job.id} has no run`);
    if (run.state === 'ended') return this.ending.finish(job, run);
    const bytes = await readPlan(this.database, run.run);
    if (!bytes) throw new Error(`run ${run.run} has no plan`);
    const plan = await unpackPlan(bytes);
    const state = await this.readStateOf(job, run, plan);
    const isQuiet = state === 'open' ? false : (await this.scoring.stop(run)) === 0;
    const rows = await this.scoring.score(run, plan);
    const isOver = rows.every(isDone) || (isQuiet && (job.cursor as Cursor | null)?.quiet === true);
    if (isOver) return this.end(job, run, rows);
    const done = await this.ending.readProgressOf(run);
    // What is under way may still be recorded: the run ends at the second look that finds nothing.
    await this.jobs.advanceAndRelease(job, { done, cursor: { quiet: isQuiet } satisfies Cursor }, restS);
  }

  /** Has the run go on, or marks that it stops. */
  private async readStateOf(job: JobRow, run: RunRow, plan: Plan): Promise<RunRow['state']> {
    if (run.state !== 'open') return run.state;
    const why = job.cancelled ? 'cancelled' : await this.scoring.findStopReason(run, plan);
    const reason = why ?? ((await this.scoring.extend(run, this.clock.now())) ? null : 'block_ended');
    if (reason !== null) {
      await markStopping(this.database, run.run, reason);
      return 'stopping';
    }
    await this.scoring.start(run, plan, await this.ending.readRowsOf(run));
    return 'open';
  }

  private async end(job: JobRow, run: RunRow, rows: readonly RunRowState[]): Promise<void> {
    // Judgments keeps what it asked until then, so that a repeated start asks nothing again.
    await this.scoring.stop(run);
    await this.scoring.close(run);
    await endRun(this.database, run.run, rows.every(isDone));
    const ended = await findRun(this.database, run.run);
    await this.ending.finish(job, ended ?? run);
  }

  private async endFailed(job: JobRow, error: unknown): Promise<void> {
    const mayPass = error instanceof Problem && (error.kind === 'unavailable' || error.kind === 'limited');
    if (!mayPass) this.logger.error({ err: error, job: job.id }, 'a run of alternatives failed');
    if (mayPass) return this.jobs.giveBack(job);
    await this.jobs.fail(job, error);
    await this.ending.giveUp(job);
  }
}

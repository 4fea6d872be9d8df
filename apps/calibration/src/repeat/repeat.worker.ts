import { CLOCK, DATABASE, LOGGER } from '@app/boot';
import { UsageView } from '@app/contracts';
import type { Clock, Logger } from '@app/observability';
import { Database, JobEnd, JobRow, Jobs, LeaseLost } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { unpackPlan } from '../alternative/quote/plan';
import { usageOf } from '../alternative/run/run-usage';
import { readOfRun, readSpend } from '../alternative/sample/answer.store';
import { JudgmentStore } from '../judgment/judgment.store';
import { RepeatAskingService } from './repeat-asking.service';
import { resultOf } from './result';
import { RepeatPlan, RepeatRun, RepeatStop } from './run';
import { endRun, findRun, markStopping, readPlanOf } from './run.store';

/** A run rests between two looks. */
const restS = 2;

/** What a job's cursor keeps: that nothing was under way at the look before. */
interface Cursor {
  quiet: boolean;
}

const sentences: Record<RepeatStop, string> = {
  cancelled: 'The job was cancelled; nothing of the run is kept.',
  superseded: 'Another version or another epoch of its engine answers now; nothing of the run is kept. Ask anew.',
  archived: 'The judgment was deleted.',
  block_ended: 'The money of the run is held no longer; nothing of the run is kept. Ask anew.',
};

/** Works on the runs that were confirmed, a short look at a time. */
@Injectable()
export class RepeatWorker {
  constructor(
    private readonly asking: RepeatAskingService,
    private readonly judgments: JudgmentStore,
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
    const run = await findRun(this.database, idOf(job));
    const packed = run && (await readPlanOf(this.database, run.run));
    if (!run || !packed) throw new Error(`job ${job.id} has no run with a plan`);
    const plan = (await unpackPlan(packed)) as RepeatPlan;
    const stopped = await this.goOn(job, run, plan);
    const done = await this.asking.countDone(run);
    if (stopped === null && done >= (await this.asking.countExpected(run, plan))) return this.finish(job, run, plan);
    const isQuiet = stopped !== null && (await this.asking.stop(run)) === 0;
    // What is under way may still be recorded: a stopped run ends at the second look that finds nothing.
    const isOver = isQuiet && (job.cursor as Cursor | null)?.quiet === true;
    if (isOver) return this.endStopped(job, run, stopped);
    await this.jobs.advanceAndRelease(job, { done, cursor: { quiet: isQuiet } satisfies Cursor }, restS);
  }

  /** Has the run go on. @returns why it stops; null while it goes on */
  private async goOn(job: JobRow, run: RepeatRun, plan: RepeatPlan): Promise<RepeatStop | null> {
    if (run.stopped_by !== null) return run.stopped_by;
    const why = job.cancelled ? 'cancelled' : await this.asking.findStopReason(run, plan);
    const reason = why ?? ((await this.asking.extend(run, this.clock.now())) ? null : 'block_ended');
    if (reason === null) await this.asking.ask(run, plan);
    else await markStopping(this.database, run.run, reason);
    return reason;
  }

  private async finish(job: JobRow, run: RepeatRun, plan: RepeatPlan): Promise<void> {
    const judgment = await this.judgments.findOwn(run.organization, run.scope, run.judgment_id);
    if (!judgment) return this.endStopped(job, run, 'archived');
    const repeats = await Promise.all(plan.rows.map(({ id }) => readOfRun(this.database, run.run, id)));
    const result = resultOf(run, plan, judgment, repeats, new Date(this.clock.now()));
    const usage = await this.readUsageOf(run);
    await this.release(run);
    await this.database.transaction('calibration.repeat-end', async (tx) => {
      await this.jobs.finish(tx, job, { result: { ...result, usage }, status: 200 });
      await endRun(tx, run.run, result);
    });
  }

  private async endStopped(job: JobRow, run: RepeatRun, by: RepeatStop): Promise<void> {
    const { requests: _, ...usage } = await this.readUsageOf(run);
    await this.release(run);
    await this.database.transaction('calibration.repeat-end', async (tx) => {
      await this.jobs.finish(tx, job, failureOf(by, usage));
      await endRun(tx, run.run, null);
    });
  }

  /** Judgments keeps what it asked until then, so that a repeated start asks nothing again. */
  private async release(run: RepeatRun): Promise<void> {
    await this.asking.stop(run);
    await this.asking.close(run);
  }

  private async readUsageOf(run: RepeatRun): Promise<UsageView> {
    return usageOf(run.name, await readSpend(this.database, run.run));
  }

  private async endFailed(job: JobRow, error: unknown): Promise<void> {
    const mayPass = error instanceof Problem && (error.kind === 'unavailable' || error.kind === 'limited');
    if (mayPass) return this.jobs.giveBack(job);
    this.logger.error({ err: error, job: job.id }, 'a run that asks an engine again failed');
    await this.jobs.fail(job, error);
    await this.giveUp(job);
  }

  /** After the fifth failure the job has ended: its run ends with it, and its money goes back. */
  private async giveUp(job: JobRow): Promise<void> {
    const { status } = await this.jobs.get({ organization: job.organization, scope: '*' }, job.id);
    const run = await findRun(this.database, idOf(job));
    if (status !== 'failed' || !run) return;
    await this.release(run).catch((error: unknown) => {
      // Asks and money that cannot be given back now end by themselves: the block expires.
      this.logger.warn({ err: error, run: run.run }, 'a run that was given up is left to expire');
    });
    await this.database.transaction('calibration.repeat-end', (tx) => endRun(tx, run.run, null));
  }
}

function idOf(job: JobRow): string {
  return (job.request as { run: string }).run;
}

function failureOf(by: RepeatStop, usage: UsageView): JobEnd {
  const reason = by === 'cancelled' ? { reason: by } : {};
  const problem = new Problem('conflict', sentences[by], { ...reason, usage });
  return { result: problem.toEnvelope(), status: problem.status };
}

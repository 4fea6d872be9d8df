import { LOGGER, UnderWay, WorkerLoop } from '@app/boot';
import type { Logger } from '@app/observability';
import { JobRow, Jobs, LeaseLost } from '@app/persistence';
import { Problem, kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { backfillType } from '../backfill/backfill';
import { BackfillWalk } from '../backfill/backfill-walk';
import { ChangeJob } from './change-job';

/** A job may spend minutes on pricing, so a process works on several at once. */
const maxAtOnce = 4;

/** Works on the open jobs in turn. */
@Injectable()
export class JobWorker {
  readonly underWay = new UnderWay();

  constructor(
    private readonly jobs: Jobs,
    private readonly changes: ChangeJob,
    private readonly backfills: BackfillWalk,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async look(): Promise<boolean> {
    return this.underWay.size < maxAtOnce && this.jobs.areFree();
  }

  /** Begins a step of the next job; the loop turns again when one has ended. */
  async turn(loop: WorkerLoop): Promise<boolean> {
    if (this.underWay.size >= maxAtOnce) return false;
    const job = await this.jobs.claim();
    if (!job) return false;
    const step = this.jobs.runInTrace(job, () => this.step(job));
    this.underWay.add(step, () => loop.wake());
    return true;
  }

  private async step(job: JobRow): Promise<void> {
    try {
      await this.jobs.keepWhile(job, () => this.stepsOf(job).step(job));
    } catch (error) {
      if (error instanceof LeaseLost) return;
      await this.endFailed(job, error).catch((fault: unknown) => {
        if (fault instanceof LeaseLost) return;
        this.logger.warn({ err: fault, job: job.id }, 'a job is left to its lease');
      });
    }
  }

  /** A refusal is the job's result. The job waits for an unavailable service, and tries again after a defect of ours. */
  private async endFailed(job: JobRow, error: unknown): Promise<void> {
    const kind = kindOf(error);
    if (kind === 'unavailable' || kind === 'limited') {
      this.logger.warn({ err: error, job: job.id }, 'a job goes on later');
      return this.jobs.giveBack(job);
    }
    if (error instanceof Problem && kind !== 'defect') return this.stepsOf(job).fail(job, error);
    this.logger.error({ err: error, job: job.id }, 'a job failed');
    await this.jobs.fail(job, error);
  }

  private stepsOf({ type }: JobRow): BackfillWalk | ChangeJob {
    return type === backfillType ? this.backfills : this.changes;
  }
}

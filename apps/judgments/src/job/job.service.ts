import { LOGGER, Worker } from '@app/boot';
import { Loop } from '@app/observability';
import type { Logger } from '@app/observability';
import { JobRow, Jobs, LeaseLost } from '@app/persistence';
import { Problem, kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { backfillType } from '../backfill/backfill';
import { BackfillWalk } from '../backfill/walk.service';
import { FinishService } from './finish.service';

const idleMs = 250;
const atOnce = 4;

/** Works on the open jobs in turn, a few at once: pricing one may take its time. */
@Injectable()
export class JobService implements Worker {
  private readonly loop: Loop;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly jobs: Jobs,
    private readonly finishing: FinishService,
    private readonly backfills: BackfillWalk,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new Loop({ name: 'jobs', idleMs, logger, turn: () => this.turn() });
    jobs.onClaimable(() => this.loop.wake());
  }

  start(): void {
    this.loop.start();
  }

  /** Takes no other job and ends the steps under way. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.underWay);
  }

  private async turn(): Promise<boolean> {
    if (this.underWay.size >= atOnce) return false;
    const job = await this.jobs.claim();
    if (!job) return false;
    const step = this.step(job).finally(() => {
      this.underWay.delete(step);
      this.loop.wake();
    });
    this.underWay.add(step);
    return true;
  }

  private async step(job: JobRow): Promise<void> {
    try {
      const steps = job.type === backfillType ? this.backfills : this.finishing;
      await this.jobs.keepWhile(job, () => steps.step(job));
    } catch (error) {
      if (error instanceof LeaseLost) return;
      await this.failed(job, error).catch((fault: unknown) => {
        if (fault instanceof LeaseLost) return;
        this.logger.warn({ err: fault, job: job.id }, 'a job is left to its lease');
      });
    }
  }

  /** A refusal is the result. The job waits for a part that is unavailable, and tries a defect of ours a few times. */
  private async failed(job: JobRow, error: unknown): Promise<void> {
    const kind = kindOf(error);
    if (kind === 'unavailable' || kind === 'limited') {
      this.logger.warn({ err: error, job: job.id }, 'a job goes on later');
      return this.jobs.rest(job);
    }
    if (error instanceof Problem && kind !== 'defect') {
      if (job.type === backfillType) return this.backfills.fail(job, error);
      return this.finishing.fail(job, error);
    }
    this.logger.error({ err: error, job: job.id }, 'a job failed');
    await this.jobs.fail(job, error);
  }
}

import { LOGGER, Worker } from '@app/boot';
import { Loop } from '@app/observability';
import type { Logger } from '@app/observability';
import { JobRow } from '@app/persistence';
import { Problem, kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { backfillType } from '../backfill/backfill';
import { BackfillWalk } from '../backfill/walk.service';
import { AnnouncementService } from '../judgment/announcement.service';
import { FinishService, JobLost } from './finish.service';

const idleMs = 250;
const atOnce = 4;
const restS = 2;

/** Works on the open jobs in turn, a few at once: pricing one may take its time. */
@Injectable()
export class JobService implements Worker {
  private readonly loop: Loop;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly announcements: AnnouncementService,
    private readonly finishing: FinishService,
    private readonly backfills: BackfillWalk,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new Loop({ name: 'jobs', idleMs, logger, turn: () => this.turn() });
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
    const job = await this.announcements.jobs.claim();
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
      if (job.type === backfillType) await this.backfills.step(job);
      else await this.finishing.step(job);
    } catch (error) {
      if (error instanceof JobLost) return;
      await this.failed(job, error).catch((fault: unknown) => {
        this.logger.warn({ err: fault, job: job.id }, 'a job is left to its lease');
      });
    }
  }

  /** A refusal is the result; another part that is away is waited for; a defect of ours is tried a few times. */
  private async failed(job: JobRow, error: unknown): Promise<void> {
    const kind = kindOf(error);
    if (kind === 'unavailable' || kind === 'limited') {
      this.logger.warn({ err: error, job: job.id }, 'a job goes on later');
      return this.announcements.jobs.rest(job.id, restS);
    }
    if (error instanceof Problem && kind !== 'defect') {
      if (job.type === backfillType) return this.backfills.fail(job, error);
      return this.finishing.fail(job, error);
    }
    this.logger.error({ err: error, job: job.id }, 'a job failed');
    await this.announcements.failures.count(job, error);
  }
}

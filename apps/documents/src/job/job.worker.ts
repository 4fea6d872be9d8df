import { HEALTH, LOGGER } from '@app/boot';
import { isByFilterType } from '@app/document-write';
import { Health, type Logger, Loop } from '@app/observability';
import { JobRow, Jobs, LeaseLost } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ByFilterService } from './by-filter/by-filter.service';
import { deletionType } from '../erasure/namespace/deletion';
import { DeletionService } from '../erasure/namespace/deletion.service';

const idleMs = 1000;
const stuckMs = 120_000;

/** Works on the open jobs in turn; each job goes on at its cursor, or at the rows that are left. */
@Injectable()
export class JobWorker {
  private readonly loop: Loop;

  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
    private readonly jobs: Jobs,
    private readonly deletions: DeletionService,
    private readonly writes: ByFilterService,
  ) {
    this.loop = new Loop({ name: 'jobs', idleMs, logger, look: () => jobs.areFree(), turn: () => this.turn() });
    health.mustBeReady({ name: 'jobs', check: () => this.loop.stuckFor(stuckMs) });
    jobs.onClaimable(() => this.loop.wake());
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Works for a while on one job. @returns whether there was one */
  async turn(): Promise<boolean> {
    const job = await this.jobs.claim();
    if (!job) return false;
    try {
      await this.jobs.inTrace(job, () => this.work(job));
    } catch (error) {
      // The job was cancelled, or another process has claimed it: the step of this process rolled back.
      if (!(error instanceof LeaseLost)) throw error;
    }
    return true;
  }

  private work(job: JobRow): Promise<void> {
    if (job.type === deletionType) return this.deletions.work(job);
    if (isByFilterType(job.type)) return this.writes.work(job);
    throw new Error(`no worker for jobs of type ${job.type}`);
  }
}

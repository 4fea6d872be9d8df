import { HEALTH, LOGGER } from '@app/boot';
import { Health, type Logger, Loop } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { ByFilterService, isByFilter } from '../by-filter/by-filter.service';
import { deletionType } from '../namespace/deletion';
import { DeletionService } from '../namespace/deletion.service';
import { DocumentJobs } from './jobs';

const idleMs = 1000;
const stuckMs = 120_000;

/** Works on the open jobs in turn; each goes on where its rows stand. */
@Injectable()
export class JobWorker {
  private readonly loop: Loop;

  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
    private readonly jobs: DocumentJobs,
    private readonly deletions: DeletionService,
    private readonly writes: ByFilterService,
  ) {
    this.loop = new Loop({ name: 'jobs', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'jobs', check: () => this.loop.stuckFor(stuckMs) });
    jobs.onWake(() => this.loop.wake());
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** A stretch of one job; true when there was one. */
  async turn(): Promise<boolean> {
    const job = await this.jobs.claim();
    if (!job) return false;
    if (job.type === deletionType) await this.deletions.work(job);
    else if (isByFilter(job.type)) await this.writes.work(job);
    else throw new Error(`no worker for jobs of type ${job.type}`);
    return true;
  }
}

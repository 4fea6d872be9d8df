import { BUS, DATABASE, LOGGER, Worker } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Loop } from '@app/observability';
import type { Logger } from '@app/observability';
import { Database, JobRow, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AnnouncementService, OpenChange } from '../judgment/announcement.service';

const idleMs = 500;
const restS = 2;
const tellMs = 5000;

/** Ends changes that a silent holder kept open: tells the holders again until all have applied. */
@Injectable()
export class JobService implements Worker {
  private readonly loop: Loop;

  constructor(
    private readonly announcements: AnnouncementService,
    @Inject(DATABASE) private readonly db: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop({ name: 'jobs', idleMs, logger, turn: () => this.turn() });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  private async turn(): Promise<boolean> {
    const { jobs } = this.announcements;
    const job = await jobs.claim();
    if (!job) return false;
    if (job.cancelled) {
      // The change itself stands since its request; only the wait for its holders ends.
      const cancelled = new Problem('conflict', 'The job was cancelled.', { reason: 'cancelled' });
      await this.finish(job, cancelled.toEnvelope(), cancelled.status);
      return true;
    }
    const { announcement, status, body } = job.request as OpenChange;
    const silent = await this.announcements.tell(announcement, Call.within(tellMs));
    if (silent.length > 0) {
      await jobs.rest(job.id, restS);
      return false;
    }
    await this.finish(job, body, status);
    return true;
  }

  /** The end of a job raises its event in the same transaction. */
  private async finish(job: JobRow, result: object, status: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      const finished = await this.announcements.jobs.finish(tx, job.id, result, status);
      if (!finished) return;
      tx.afterCommit(() => this.bus.relay.wake());
      await killPoint('judgments.job.before-commit');
    });
    await killPoint('judgments.job.after-commit');
  }
}

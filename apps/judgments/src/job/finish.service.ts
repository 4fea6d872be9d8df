import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { Database, JobEnd, JobRow, Jobs, addToOutbox, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AnnouncementService, OpenChange, openOf } from '../judgment/announcement.service';
import { SlowChanges } from '../slow/slow-change.service';
import { AskedLater } from '../slow/work';
import { WorksService } from '../slow/works.service';

const tellMs = 5000;
/** Pricing may take longer than any request waits. */
const costMs = 10 * 60_000;

/** The job was marked as cancelled before its change: the change rolls back. */
class Cancelled extends Error {}

/**
 * Finishes requests that took too long: the whole work when nothing of it was done, only the wait for the copies when the
 * change has committed. One transaction makes the change and writes into the job that it is made, so it is made once.
 */
@Injectable()
export class FinishService {
  constructor(
    private readonly jobs: Jobs,
    private readonly announcements: AnnouncementService,
    private readonly works: WorksService,
    private readonly slow: SlowChanges,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /** One try of a claimed job. @throws LeaseLost; what the request would have been refused with */
  async step(job: JobRow): Promise<void> {
    // A change that has committed stands since its request; only the wait for its copies ends.
    if (job.cancelled) return this.cancel(job);
    const { asked, ...made } = job.request as Partial<OpenChange> & { asked?: AskedLater };
    try {
      const open = (job.cursor ?? (asked ? await this.make(job, asked) : made)) as OpenChange | null;
      if (open) await this.tell(job, open);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      await this.cancel(job);
    }
  }

  /** @returns what the copies must apply; null when nothing is left to do */
  private async make(job: JobRow, asked: AskedLater): Promise<OpenChange | null> {
    const work = await this.works.of(asked);
    const costed = await this.slow.cost(work, Call.within(costMs, asked.caller));
    if ('reply' in costed) {
      const { status, body } = costed.reply;
      await this.finish(job, { result: JSON.parse(body) as object, status });
      return null;
    }
    return this.db.transaction('judgments.job-claim', async (tx) => {
      const changed = await work.change(tx, costed.costed);
      const open = openOf(changed);
      if (changed.announcement) await addToOutbox(tx, [this.announcements.factOf(changed.announcement)]);
      await killPoint('judgments.job.before-change');
      const { cancelled } = await this.jobs.advance(job, { cursor: open }, tx);
      if (cancelled) throw new Cancelled();
      const { status, body } = changed.outcome;
      if (!open) await this.jobs.finish(tx, job, { result: JSON.parse(body) as object, status });
      return open;
    });
  }

  private async tell(job: JobRow, { announcement, body, status, releases }: OpenChange): Promise<void> {
    const silent = await this.announcements.tell(announcement, Call.within(tellMs));
    if (silent.length > 0) return this.jobs.rest(job);
    if (releases) await this.jobs.leave(releases);
    await this.finish(job, { result: body, status });
  }

  private cancel(job: JobRow): Promise<void> {
    return this.fail(job, new Problem('conflict', 'The job was cancelled.', { reason: 'cancelled' }));
  }

  /** Ends a job by a refusal. @throws LeaseLost */
  fail(job: JobRow, problem: Problem): Promise<void> {
    return this.finish(job, { result: problem.toEnvelope(), status: problem.status });
  }

  private finish(job: JobRow, end: JobEnd): Promise<void> {
    return this.db.transaction('judgments.job', (tx) => this.jobs.finish(tx, job, end));
  }
}

import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { Database, JobRow, Tx, addToOutbox, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AnnouncementService, OpenChange, openOf } from '../judgment/announcement.service';
import { SlowChanges } from '../slow/slow-change.service';
import { AskedLater } from '../slow/work';
import { WorksService } from '../slow/works.service';

const restS = 2;
const tellMs = 5000;
/** Pricing may take longer than any request waits. */
const costMs = 10 * 60_000;
/** While it does, the job is kept. */
const keepMs = 20_000;
const keepS = 60;

/** The job has ended otherwise, or another process has it: what was under way is rolled back. */
export class JobLost extends Error {
  constructor() {
    super('the job has ended, or another process has it');
  }
}

/**
 * Finishes requests that took too long: their whole work when nothing of it was done, the wait for their holders when
 * the change stands. The change and the job's knowledge of it are one transaction, so it is made once.
 */
@Injectable()
export class FinishService {
  constructor(
    private readonly announcements: AnnouncementService,
    private readonly works: WorksService,
    private readonly slow: SlowChanges,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  async step(job: JobRow): Promise<void> {
    if (job.cancelled) {
      // A change that was made stands since its request; only the wait for its holders ends.
      return this.fail(job, new Problem('conflict', 'The job was cancelled.', { reason: 'cancelled' }));
    }
    const { asked, ...made } = job.request as Partial<OpenChange> & { asked?: AskedLater };
    const open = (job.cursor ?? (asked ? await this.make(job, asked) : made)) as OpenChange | null;
    if (open) await this.tell(job, open);
  }

  /** @returns what its holders must be told; null when nothing is left to do */
  private async make(job: JobRow, asked: AskedLater): Promise<OpenChange | null> {
    const keeping = setInterval(() => void this.announcements.jobs.rest(job.id, keepS).catch(() => undefined), keepMs);
    try {
      const work = await this.works.of(asked);
      const costed = await this.slow.cost(work, Call.within(costMs, asked.caller));
      if ('reply' in costed) {
        const { status, body } = costed.reply;
        await this.finish(job, JSON.parse(body) as object, status);
        return null;
      }
      return await this.db.transaction('judgments.job-claim', async (tx) => {
        const changed = await work.change(tx, costed.costed);
        const open = openOf(changed);
        if (changed.announcement) await addToOutbox(tx, [this.announcements.factOf(changed.announcement)]);
        await killPoint('judgments.job.before-change');
        if (open) await this.keep(tx, job, open);
        else await this.end(tx, job, JSON.parse(changed.outcome.body) as object, changed.outcome.status);
        return open;
      });
    } finally {
      clearInterval(keeping);
    }
  }

  /** Once it is made the job says so. @throws JobLost when it was cancelled or is another's */
  private async keep(tx: Tx, { id, attempts }: JobRow, open: OpenChange): Promise<void> {
    const { rowCount } = await tx.query(
      `update job set cursor = $3, failures = 0 where id = $1 and attempts = $2 and status = 'running' and not cancelled`,
      [id, attempts, JSON.stringify(open)],
    );
    if (rowCount !== 1) throw new JobLost();
  }

  private async end(tx: Tx, job: JobRow, result: object, status: number): Promise<void> {
    const { rows } = await tx.query<{ cancelled: boolean }>(
      `select cancelled from job where id = $1 and attempts = $2 and status = 'running' for update`,
      [job.id, job.attempts],
    );
    if (rows.length === 0 || rows[0].cancelled) throw new JobLost();
    await this.announcements.jobs.finish(tx, job.id, result, status);
  }

  private async tell(job: JobRow, { announcement, body, status, releases }: OpenChange): Promise<void> {
    const silent = await this.announcements.tell(announcement, Call.within(tellMs));
    if (silent.length > 0) return this.announcements.jobs.rest(job.id, restS);
    if (releases) await this.announcements.jobs.leave(releases);
    await this.finish(job, body, status);
  }

  /** Ends a job by a refusal. */
  fail(job: JobRow, problem: Problem): Promise<void> {
    return this.finish(job, problem.toEnvelope(), problem.status);
  }

  /** The end of a job raises its event in the same transaction. */
  private async finish(job: JobRow, result: object, status: number): Promise<void> {
    await this.db.transaction('judgments.job', async (tx) => {
      const finished = await this.announcements.jobs.finish(tx, job.id, result, status);
      if (!finished) return;
    });
  }
}

import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { Database, JobEnd, JobRow, Jobs } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { ChangeKinds } from './change-kinds';
import type { ChangeRequest } from './commit/change';
import { ChangeRunner } from './commit/change-runner';
import { OpenChange, commitWithFact, openChangeOf } from './commit/open-change';
import { ReplicationService } from './commit/replication.service';

const replicateMs = 5000;
/** Pricing may take longer than any request waits. */
const costMs = 10 * 60_000;

/** The caller cancelled the job before it committed its change: the change rolls back. */
class Cancelled extends Error {}

/**
 * Finishes requests that took too long: the whole change when nothing of it was committed, else its replication alone. One
 * transaction commits the change and notes it in the job, so the change is made once.
 */
@Injectable()
export class ChangeJob {
  constructor(
    private readonly jobs: Jobs,
    private readonly kinds: ChangeKinds,
    private readonly runner: ChangeRunner,
    private readonly replication: ReplicationService,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /** One try of a claimed job. @throws LeaseLost; Problem that the request would have been answered with */
  async step(job: JobRow): Promise<void> {
    // A committed change stands; a cancelled job only stops waiting for its copies.
    if (job.cancelled) return this.cancel(job);
    const { asked, ...committed } = job.request as Partial<OpenChange> & { asked?: ChangeRequest };
    try {
      const open = (job.cursor ?? (asked ? await this.make(job, asked) : committed)) as OpenChange | null;
      if (open) await this.replicate(job, open);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      await this.cancel(job);
    }
  }

  /** Prices and commits a change. @returns what is left to replicate; null when the job has ended */
  private async make(job: JobRow, request: ChangeRequest): Promise<OpenChange | null> {
    const change = await this.kinds.readChangeOf(request);
    const costed = await this.runner.readCost(change, Call.within(costMs, request.caller));
    if ('reply' in costed) {
      const { status, body } = costed.reply;
      await this.finish(job, { result: JSON.parse(body) as object, status });
      return null;
    }
    return this.db.transaction('judgments.job-change', async (tx) => {
      const result = await commitWithFact(tx, change, costed.cost);
      const open = openChangeOf(result);
      const { cancelled } = await this.jobs.advance(job, { cursor: open }, tx);
      if (cancelled) throw new Cancelled();
      const { status, body } = result.outcome;
      if (!open) await this.jobs.finish(tx, job, { result: JSON.parse(body) as object, status });
      return open;
    });
  }

  /** Ends the job when every copy has applied its change; rests while one has not. */
  private async replicate(job: JobRow, { announcement, body, status, releases }: OpenChange): Promise<void> {
    const unacknowledged = await this.replication.replicate(announcement, Call.within(replicateMs));
    if (unacknowledged.length > 0) return this.jobs.giveBack(job);
    if (releases) await this.jobs.leave(releases);
    await this.finish(job, { result: body, status });
  }

  private cancel(job: JobRow): Promise<void> {
    return this.fail(
      job,
      new Problem('conflict', 'The job was cancelled; a change that it had made stands.', { reason: 'cancelled' }),
    );
  }

  /** Ends a job with an error. @throws LeaseLost */
  fail(job: JobRow, problem: Problem): Promise<void> {
    return this.finish(job, { result: problem.toEnvelope(), status: problem.status });
  }

  private finish(job: JobRow, end: JobEnd): Promise<void> {
    return this.db.transaction('judgments.job', (tx) => this.jobs.finish(tx, job, end));
  }
}

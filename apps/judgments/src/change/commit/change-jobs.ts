import { DATABASE } from '@app/boot';
import type { JobView } from '@app/contracts/jobs';
import { Database, JobRow, JobSpec, Jobs, Tx, jobView } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Change, ChangeRequest, ChangeResult } from './change';
import { OpenChange, openChangeOf } from './open-change';

/** What a job needs to know of its change. */
type JobOf = Pick<Change, 'type' | 'ref'>;

/** The jobs that finish what a request has begun, or do all of it. */
@Injectable()
export class ChangeJobs {
  constructor(
    private readonly jobs: Jobs,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /**
   * Adds a job in the transaction of a change, held while the request replicates the change itself. Should the request's
   * process die, the job replicates it. Null when no copy has anything to apply.
   */
  async hold(tx: Tx, change: JobOf, result: ChangeResult): Promise<JobRow | null> {
    const open = openChangeOf(result);
    return open && this.jobs.add(tx, { ...specOf(change, open), held: 'queued' });
  }

  /** Adds a job that replicates a committed change and ends with the reply of its request. */
  async open(change: JobOf, open: OpenChange): Promise<JobView> {
    return jobView(await this.db.transaction('judgments.change-job', (tx) => this.jobs.add(tx, specOf(change, open))));
  }

  /** Adds a job that does all of a request. */
  async defer(tx: Tx, change: JobOf, request: ChangeRequest): Promise<JobView> {
    return jobView(await this.jobs.add(tx, specOf(change, { asked: request })));
  }

  /** Every copy has applied a change: its job goes, and its backfill begins. */
  async end(held: JobRow | null, backfill: JobView | undefined): Promise<void> {
    if (held) await this.jobs.drop(held.id);
    if (backfill) await this.jobs.leave(backfill.id);
  }

  /** Leaves a held job to the workers. @returns false when it was dropped before */
  leave(held: JobRow): Promise<boolean> {
    return this.jobs.leave(held.id);
  }
}

function specOf({ type, ref }: JobOf, request: object): JobSpec {
  return { organization: ref.organization, type, namespace: ref.scope, request, total: 1 };
}

import { Call, Entry, handle } from '@app/bus';
import { ById, JobList, JobRequests, JobView, ListJobs } from '@app/contracts/jobs';
import { JobRow, Jobs, jobView } from '@app/persistence';
import { Problem } from '@app/problem';

const pageSize = 100;

/** How an owner's jobs are cancelled. */
export interface Cancelling {
  /**
   * `request`: the request ends the job at once; for workers whose steps advance the job in their own transactions.
   * `worker`: the request marks the job, and its worker ends it when what is under way has ended.
   */
  endedBy: 'request' | 'worker';
  /** Why an open job can only go forward; null when it can be cancelled. */
  refusal?(job: JobRow): Problem | null;
}

/** Requests about one owner's jobs. A caller sees a job exactly when it sees the job's namespace. */
export class JobHandler {
  constructor(
    private readonly jobs: Jobs,
    private readonly cancelling: Cancelling,
  ) {}

  async get({ id }: ById, { who }: Call): Promise<JobView> {
    return jobView(await this.jobs.get(who, id));
  }

  async list({ status, type, cursor, limit = pageSize }: ListJobs, { who }: Call): Promise<JobList> {
    const { jobs, next_cursor } = await this.jobs.list(who, { status, type, cursor, limit });
    return { jobs: jobs.map(jobView), next_cursor };
  }

  async cancel({ id }: ById, { who }: Call): Promise<JobView> {
    const job = await this.jobs.get(who, id);
    const isOpen = job.status === 'queued' || job.status === 'running';
    const refusal = isOpen ? this.cancelling.refusal?.(job) : null;
    if (refusal) throw refusal;
    const { endedBy } = this.cancelling;
    return jobView(await (endedBy === 'request' ? this.jobs.cancelNow(id) : this.jobs.markCancelled(id)));
  }
}

/**
 * The table of the requests about an owner's jobs, for its `app.consumers.ts`.
 * @param cancel what a cancel does, where it has to do more than the handler's
 */
export function handleJobs(
  messages: JobRequests,
  handler: JobHandler,
  cancel = (query: ById, call: Call): Promise<JobView> => handler.cancel(query, call),
): Entry[] {
  return [
    handle(messages.get, (query, call) => handler.get(query, call)),
    handle(messages.list, (query, call) => handler.list(query, call)),
    handle(messages.cancel, cancel),
  ];
}

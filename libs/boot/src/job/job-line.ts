import { type Logger, logWork } from '@app/observability';
import type { JobRow } from '@app/persistence';

/** The log's line of a job that has ended: nothing of its request and result but how it ended. */
export function logJob(logger: Logger, job: JobRow): void {
  logWork(logger, 'job.ended', () => {
    const { created_at: made, started_at: started, finished_at: finished } = job;
    return {
      organization: job.organization,
      namespace: job.namespace,
      job: job.id,
      type: job.type,
      outcome: job.status,
      status: job.result_status,
      done: Number(job.done),
      total: Number(job.total),
      claims: job.attempts,
      waited_ms: started && started.getTime() - made.getTime(),
      ms: finished && finished.getTime() - made.getTime(),
    };
  });
}

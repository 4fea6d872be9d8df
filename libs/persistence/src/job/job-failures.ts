import { Problem } from '@app/problem';
import { Database } from '../database/database';
import { Tx } from '../database/queryable';
import { JobRow } from './job';
import { Jobs } from './jobs';
import { newId } from '../database/ids';

/** A job that failed so often without a step forward is given up. */
export const maxFailures = 5;
const firstRestS = 2;
const reasonLimit = 2000;

/**
 * Failures of jobs that are our defects: the job rests, twice as long each time, and at the fifth it ends as failed with
 * its reason in `dead`, where a person finds it. For rooms whose jobs count failures (`jobFailuresV1`).
 */
export class JobFailures {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  /** @returns the job when it was given up: its event waits in the outbox, so wake the relay */
  async count({ id, attempts }: JobRow, error: unknown): Promise<JobRow | null> {
    return this.database.transaction('persistence.job-failures', async (tx) => {
      const { rows } = await tx.query<JobRow & { failures: number }>(
        `update job set failures = failures + 1, lease_until = app.now() + make_interval(secs => $3 * 2 ^ failures)
         where id = $1 and attempts = $2 and status = 'running' returning *`,
        [id, attempts, firstRestS],
      );
      if (rows.length === 0 || rows[0].failures < maxFailures) return null;
      return this.giveUp(tx, rows[0], error);
    });
  }

  private async giveUp(tx: Tx, job: JobRow & { failures: number }, error: unknown): Promise<JobRow | null> {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    await tx.query(
      `insert into dead (id, consumer, subject, payload, reason, failures) values ($1, 'jobs', $2, $3, $4, $5)`,
      [
        newId('msg'),
        job.type,
        JSON.stringify({ job: job.id, request: job.request, cursor: job.cursor }),
        reason.slice(0, reasonLimit).replaceAll('\u0000', '\uFFFD'),
        job.failures,
      ],
    );
    const internal = new Problem('internal', 'The job failed and was given up; what it did until then stands.', {
      request_id: job.id,
    });
    return this.jobs.finish(tx, job.id, internal.toEnvelope(), internal.status);
  }
}

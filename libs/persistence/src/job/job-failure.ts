import { Queryable } from '../database/queryable';
import { newId } from '../database/ids';
import { restAfterFailureS } from '../lease/leased-table';
import { JobRow } from './job';

/** A job that failed so often without a step forward is given up. */
export const maxFailures = 5;
const reasonLimit = 2000;

export interface FailedJob extends JobRow {
  /** Failures since its last step forward. */
  failures: number;
}

/**
 * Counts a failure of a holder and gives its job back, to be claimed after twice the time of the failure before.
 * @returns null when the caller does not hold the job
 */
export async function countFailure(on: Queryable, { id, attempts }: JobRow): Promise<FailedJob | null> {
  const { rows } = await on.query<FailedJob>(
    `update job set failures = failures + 1, lease_until = app.now() + make_interval(secs => $3 * 2 ^ failures)
     where id = $1 and attempts = $2 and status = 'running' returning *`,
    [id, attempts, restAfterFailureS],
  );
  return rows[0] ?? null;
}

/** Writes why a job is given up into `dead`, where a person finds it. */
export async function keepReason(on: Queryable, job: FailedJob, error: unknown): Promise<void> {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  await on.query(
    `insert into dead (id, consumer, subject, payload, reason, failures) values ($1, 'jobs', $2, $3, $4, $5)`,
    [
      newId('msg'),
      job.type,
      JSON.stringify({ job: job.id, request: job.request, cursor: job.cursor }),
      reason.slice(0, reasonLimit).replaceAll('\u0000', '\uFFFD'),
      job.failures,
    ],
  );
}

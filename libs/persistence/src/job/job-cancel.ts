import { Problem } from '@app/problem';
import { Queryable, Tx } from '../database/queryable';
import { JobRow } from './job';
import { endJob } from './job-end';

/** Marks a job that has not finished; its worker sees the mark at its next step. @throws Problem `conflict` */
export async function markCancelled(on: Queryable, id: string): Promise<JobRow> {
  const { rows } = await on.query<JobRow>(
    `update job set cancelled = true where id = $1 and status in ('queued', 'running') returning *`,
    [id],
  );
  if (rows.length === 0) throw finished();
  return rows[0];
}

/** Ends a job that has not finished, also one that a worker holds. @throws Problem `conflict` */
export async function cancelNow(tx: Tx, id: string): Promise<JobRow> {
  const cancelled = new Problem('conflict', 'The job was cancelled; what it did until then stands.', {
    reason: 'cancelled',
  });
  const end = { result: cancelled.toEnvelope(), status: cancelled.status };
  const ended = await endJob(tx, { id, attempts: null }, end);
  if (!ended) throw finished();
  return ended;
}

function finished(): Problem {
  return new Problem('conflict', 'The job has finished; there is nothing left to cancel.');
}

import { Tx } from '../database/queryable';
import { addToOutbox } from '../outbox/outbox';
import { JobRow, jobEvent } from './job';

/** How a job ended: its result with the HTTP status that its request would have had. */
export interface JobEnd {
  result: object;
  status: number;
  /** Documents that it turned out to be; left out, a job that succeeds has done its whole total. */
  total?: number;
}

/**
 * Ends a job and adds its event to the outbox.
 * @param attempts the claim of the holder who ends it; null: anybody may
 * @returns null when it has ended before, or has another holder
 */
export async function endJob(
  tx: Tx,
  { id, attempts }: { id: string; attempts: number | null },
  { result, status, total }: JobEnd,
): Promise<JobRow | null> {
  const { rows } = await tx.query<JobRow>(
    `update job set status = $3, result = $4, result_status = $5, finished_at = app.now(), lease_until = null,
       total = coalesce($6, total),
       done = case when $3 = 'done' then coalesce($6, greatest(done, total)) else done end
     where id = $1 and ($2::int is null or attempts = $2) and status in ('queued', 'running') returning *`,
    [id, attempts, status < 400 ? 'done' : 'failed', JSON.stringify(result), status, total ?? null],
  );
  if (rows.length === 0) return null;
  await addToOutbox(tx, [jobEvent(rows[0])]);
  return rows[0];
}

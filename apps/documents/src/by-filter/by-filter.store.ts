import { JobRow, Tx, Queryable } from '@app/persistence';
import { ByFilterCursor } from './by-filter';

const leaseS = 60;

/** Held by the process that adds it, so that it may be done before its request is answered. */
export async function holdJob(tx: Tx, id: string): Promise<JobRow> {
  const { rows } = await tx.query<JobRow>(
    `update job set status = 'running', started_at = app.now(), lease_until = app.now() + interval '${leaseS} seconds'
     where id = $1 returning *`,
    [id],
  );
  return rows[0];
}

/**
 * Moves a walk's place in the transaction of the documents that it has passed.
 * @returns false when the job has ended (it was cancelled), or another process goes on with it
 */
export async function moveJob(
  to: Queryable,
  { id, attempts }: JobRow,
  progress: { done: number; cursor: ByFilterCursor },
): Promise<boolean> {
  const { rowCount } = await to.query(
    {
      name: 'by-filter-move',
      text: `update job set done = $3, total = greatest(total, $3), cursor = $4, failures = 0,
          lease_until = app.now() + interval '${leaseS} seconds'
        where id = $1 and attempts = $2 and status = 'running'`,
    },
    [id, attempts, progress.done, JSON.stringify(progress.cursor)],
  );
  return rowCount === 1;
}

/** Keeps the lease while documents are counted. */
export async function keepJob(to: Queryable, { id, attempts }: JobRow, total: number): Promise<boolean> {
  const { rowCount } = await to.query(
    `update job set total = $3, lease_until = app.now() + interval '${leaseS} seconds'
     where id = $1 and attempts = $2 and status = 'running'`,
    [id, attempts, total],
  );
  return rowCount === 1;
}

/** Leaves a held job to the worker. */
export async function leaveJob(to: Queryable, { id, attempts }: JobRow): Promise<void> {
  await to.query(`update job set lease_until = null where id = $1 and attempts = $2 and status = 'running'`, [
    id,
    attempts,
  ]);
}

/**
 * Takes away a job that was done before its request was answered: nobody was told of it.
 * @returns false when it has ended otherwise, or another process goes on with it
 */
export async function dropJob(tx: Tx, { id, attempts }: JobRow, effectId: string | undefined): Promise<boolean> {
  const { rowCount } = await tx.query(`delete from job where id = $1 and attempts = $2 and status = 'running'`, [
    id,
    attempts,
  ]);
  if (rowCount !== 1) return false;
  if (effectId !== undefined) await tx.query('delete from effect where effect_id = $1', [effectId]);
  return true;
}

import { Queryable } from '../database/queryable';

/** Days for which a job that has ended is kept. */
const keptDays = 30;
const rowsPerStatement = 1000;

/** Deletes the jobs that ended longer ago than jobs are kept, some at a time. */
export async function deleteExpiredJobs(from: Queryable): Promise<void> {
  for (let deleted = rowsPerStatement; deleted === rowsPerStatement;) {
    const { rowCount } = await from.query(
      `delete from job where id = any(array(
         select id from job where finished_at < app.now() - make_interval(days => ${keptDays}) limit ${rowsPerStatement}))`,
    );
    deleted = rowCount ?? 0;
  }
}

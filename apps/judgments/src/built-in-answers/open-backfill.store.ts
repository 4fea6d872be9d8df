import type { JobRow, Queryable } from '@app/persistence';

/** Jobs that are looked for; more judgments are listed without the job that asks for them. */
const maxJobs = 200;

/** The backfills under way that ask judgments for answers of another epoch, by judgment and scope. */
export async function readOpenBackfills(
  db: Queryable,
  organization: string,
  judgments: readonly string[],
): Promise<(judgment: string, scope: string) => JobRow | null> {
  if (judgments.length === 0) return () => null;
  const { rows } = await db.query<JobRow & { judgment: string }>(
    `select *, request ->> 'judgment' as judgment from job
     where organization = $1 and type = 'backfill' and status in ('queued', 'running') and not cancelled
       and request ->> 'judgment' = any($2) and request -> 'only' ? 'other_epoch'
     order by created_at limit ${maxJobs}`,
    [organization, judgments],
  );
  return (judgment, scope) => rows.find((row) => row.judgment === judgment && row.namespace === scope) ?? null;
}

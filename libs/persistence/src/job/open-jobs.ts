import { Queryable } from '../database/queryable';

/** Open jobs of one type and status. */
export interface OpenJobs {
  type: string;
  status: string;
  /** Open jobs; at most 10,000 in all are counted. */
  jobs: number;
  /** Age of the oldest since it was made, in seconds. */
  oldestS: number;
}

/** Counts the jobs that wait or run. It reads the oldest 10,000. */
export async function openJobs(db: Queryable): Promise<OpenJobs[]> {
  const { rows } = await db.query<OpenJobs>(
    `select type, status, count(*)::int as jobs, extract(epoch from app.now() - min(created_at))::float8 as "oldestS"
     from (select type, status, created_at from job where status in ('queued', 'running') order by created_at limit 10000) j
     group by 1, 2 order by 1, 2`,
  );
  return rows;
}

import { Caller, scopeConditions, scopeCovers } from '@app/contracts';
import { Problem } from '@app/problem';
import { decodeCursor, encodeCursor } from '../database/cursor';
import { Queryable } from '../database/queryable';
import { JobRow } from './job';

/** A reader of jobs: it sees the jobs of the namespaces in its scope; jobs without a namespace need the scope `*`. */
export type JobReader = Pick<Caller, 'organization' | 'scope'>;

export interface JobFilter {
  status?: string;
  type?: string;
  cursor?: string;
  limit: number;
}

export interface JobPage {
  jobs: JobRow[];
  next_cursor: string | null;
}

/** @throws Problem `not_found`, also for a job that the reader may not see */
export async function findJob(from: Queryable, { organization, scope }: JobReader, id: string): Promise<JobRow> {
  const { rows } = await from.query<JobRow>('select * from job where organization = $1 and id = $2', [
    organization,
    id,
  ]);
  if (rows.length === 0 || !isSeen(scope, rows[0]))
    throw new Problem('not_found', `There is no job \`${id}\`; jobs are kept for 30 days.`);
  return rows[0];
}

/** A page of the jobs that the reader may see, newest first. */
export async function listJobs(
  from: Queryable,
  { organization, scope }: JobReader,
  filter: JobFilter,
): Promise<JobPage> {
  const after = decodeCursor('jobs', filter.cursor);
  const { all, exact, under } = scopeConditions(scope);
  const { rows } = await from.query<JobRow>(
    `select * from job where organization = $1 and ($2::text is null or status = $2) and ($3::text is null or type = $3)
       and ($4::text is null or substr(id, 6) < substr($4, 6))
       and ($6 or namespace = $7 or starts_with(namespace, $8)) order by substr(id, 6) desc limit $5`,
    [
      ...[organization, filter.status ?? null, filter.type ?? null, after?.[0] ?? null, filter.limit + 1],
      ...[all, exact, under],
    ],
  );
  const page = rows.slice(0, filter.limit);
  return {
    jobs: page,
    next_cursor: rows.length > filter.limit ? encodeCursor('jobs', [page[page.length - 1].id]) : null,
  };
}

function isSeen(scope: string, { namespace }: JobRow): boolean {
  return namespace === null ? scope === '*' : scopeCovers(scope, namespace);
}

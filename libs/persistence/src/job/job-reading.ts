import { Caller, scopeConditions, scopeCovers } from '@app/contracts';
import { Problem } from '@app/problem';
import { decodeCursor, encodeCursor } from '../database/cursor';
import { Queryable } from '../database/queryable';
import { JobRow } from './job';

/** A reader of jobs: it sees the jobs of the namespaces in its scope; jobs without a namespace need the scope `*`. */
export type JobAccess = Pick<Caller, 'organization' | 'scope'>;

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

/** Ids are `job_`, the owner's letter, and what orders the jobs of all owners: hexadecimal digits of a UUIDv7. */
const letterEnd = 'job_d'.length;
/** Greater than every such text. */
const afterAll = 'z';
/** Jobs that one page looks at, of which a filter or a narrow scope may leave few. */
const maxLookedAt = 5_000;
const newestFirst = 'job where organization = $1 and substr(id, 6) < $2 order by substr(id, 6) desc';

/** @throws Problem `not_found`, also for a job that the reader may not see */
export async function findJob(from: Queryable, { organization, scope }: JobAccess, id: string): Promise<JobRow> {
  const { rows } = await from.query<JobRow>('select * from job where organization = $1 and id = $2', [
    organization,
    id,
  ]);
  if (rows.length === 0 || !isSeen(scope, rows[0]))
    throw new Problem('not_found', `There is no job \`${id}\`; jobs are kept for 30 days.`);
  return rows[0];
}

/**
 * A page of the jobs that the reader may see, newest first. Where few of the jobs that it looks at pass, it has fewer than
 * `limit`, also none, and a cursor to go on.
 */
export async function listJobs(
  from: Queryable,
  { organization, scope }: JobAccess,
  filter: JobFilter,
): Promise<JobPage> {
  const after = decodeCursor('jobs', filter.cursor);
  const place = [organization, after ? after[0].slice(letterEnd) : afterAll];
  const { conditions, values } = conditionsOf(scope, filter);
  // The index by organization gives this order. A cursor, also that of a first page, is where it begins; how many are looked at is
  // a parameter, since a number would have Postgres sort all where it expects fewer.
  const { rows } = await from.query<JobRow>(
    `select * from (select *, substr(id, 6) as place from ${newestFirst} limit $4) looked
       ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} order by place desc limit $3`,
    [...place, filter.limit + 1, conditions.length > 0 ? maxLookedAt : filter.limit + 1, ...values],
  );
  const jobs = rows.slice(0, filter.limit);
  if (rows.length > filter.limit) return { jobs, next_cursor: encodeCursor('jobs', [jobs[jobs.length - 1].id]) };
  if (conditions.length === 0) return { jobs, next_cursor: null };
  const [edge] = (
    await from.query<{ id: string }>(`select id from ${newestFirst} offset $3 limit 1`, [...place, maxLookedAt - 1])
  ).rows;
  return { jobs, next_cursor: edge ? encodeCursor('jobs', [edge.id]) : null };
}

/** What a page asks of a job beside its owner. */
function conditionsOf(scope: string, { status, type }: JobFilter): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = [];
  const next = (value: unknown) => `$${values.push(value) + 4}`;
  const conditions: string[] = [];
  if (status !== undefined) conditions.push(`status = ${next(status)}`);
  if (type !== undefined) conditions.push(`type = ${next(type)}`);
  const { all, exact, under } = scopeConditions(scope);
  if (!all) conditions.push(`(namespace = ${next(exact)} or starts_with(namespace, ${next(under)}))`);
  return { conditions, values };
}

function isSeen(scope: string, { namespace }: JobRow): boolean {
  return namespace === null ? scope === '*' : scopeCovers(scope, namespace);
}

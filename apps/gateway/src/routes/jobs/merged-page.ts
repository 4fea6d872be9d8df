import type { JobList } from '@app/contracts/jobs';
import { decodeCursor, encodeCursor } from '@app/persistence';

/**
 * One page of the pages of all owners, newest first. An owner's page may end before it is full, where its cursor says; jobs of
 * others that are older than that come with a later page, so that none is passed over.
 */
export function mergedPage(pages: readonly JobList[], limit: number): JobList {
  const ends = pages.flatMap(({ next_cursor: cursor }) => decodeCursor('jobs', cursor ?? undefined)?.[0] ?? []);
  const end = ends.reduce<string | null>((newest, id) => (newest && timeOf(newest) > timeOf(id) ? newest : id), null);
  const all = pages.flatMap(({ jobs }) => jobs).sort((a, b) => (timeOf(a.id) < timeOf(b.id) ? 1 : -1));
  const known = end === null ? all : all.filter(({ id }) => timeOf(id) >= timeOf(end));
  const jobs = known.slice(0, limit);
  const next = known.length > limit ? jobs[jobs.length - 1].id : end;
  return { jobs, next_cursor: next && encodeCursor('jobs', [next]) };
}

/** The UUIDv7 after the owner's letter. */
function timeOf(id: string): string {
  return id.slice('job_d'.length);
}

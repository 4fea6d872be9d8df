import { RawReply } from '@app/bus';
import { JobList, JobView, ListJobs, calibrationJobs, documentsJobs, judgmentsJobs } from '@app/contracts';
import { decodeCursor, encodeCursor } from '@app/persistence';
import { Problem } from '@app/problem';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { RequestContext, Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';

const tag = 'Jobs';
const defaultLimit = 100;
/** By the letter after `job_`. */
const owners = { d: documentsJobs, j: judgmentsJobs, c: calibrationJobs } as const;

@Controller()
export class JobsController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'GET',
    path: '/jobs',
    tag,
    summary: 'Jobs of the namespaces that the key covers, newest first.',
    access: 'read',
    query: ListJobs,
    success: [200],
    reply: JobList,
    reasons: ['bad_query', 'bad_cursor'],
  })
  list(request: Request, reply: Reply): Promise<void> {
    return this.desk.run(request, reply, async (asked) => new RawReply(JSON.stringify(await this.merged(asked))));
  }

  @Route({
    method: 'GET',
    path: '/jobs/:id',
    tag,
    summary: 'One job; when it has ended, its result is the response that the request would have had.',
    access: 'read',
    success: [200],
    reply: JobView,
    errors: ['not_found'],
  })
  async get(request: Request, reply: Reply): Promise<void> {
    const { id } = request.asked.params;
    return this.desk.forward(request, reply, ownerOf(id).get, { id });
  }

  @Route({
    method: 'POST',
    path: '/jobs/:id/cancel',
    tag,
    summary: 'Stops a job that has not finished.',
    access: 'change',
    success: [200],
    reply: JobView,
    errors: ['not_found', 'conflict'],
  })
  async cancel(request: Request, reply: Reply): Promise<void> {
    const { id } = request.asked.params;
    return this.desk.forward(request, reply, ownerOf(id).cancel, { id });
  }

  /** Every owner pages by the time in its ids, so one id is everybody's cursor. */
  private async merged(asked: RequestContext): Promise<JobList> {
    const query = asked.query as ListJobs;
    decodeCursor(query.cursor, 1);
    const limit = query.limit ?? defaultLimit;
    const pages = await Promise.all(
      Object.values(owners).map(({ list }) => this.desk.ask(list, { ...query, limit }, asked)),
    );
    const all = pages.flatMap(({ jobs }) => jobs).sort((a, b) => (timeOf(a.id) < timeOf(b.id) ? 1 : -1));
    const jobs = all.slice(0, limit);
    const more = all.length > limit || pages.some(({ next_cursor }) => next_cursor !== null);
    return { jobs, next_cursor: more && jobs.length > 0 ? encodeCursor([jobs[jobs.length - 1].id]) : null };
  }
}

function ownerOf(id: string): (typeof owners)[keyof typeof owners] {
  const letter = /^job_([djc])[0-9a-f]{32}$/.exec(id)?.[1] as keyof typeof owners | undefined;
  if (letter) return owners[letter];
  throw new Problem('not_found', 'There is no such job; jobs are kept for 30 days.');
}

/** The UUIDv7 after the owner's letter. */
function timeOf(id: string): string {
  return id.slice('job_d'.length);
}

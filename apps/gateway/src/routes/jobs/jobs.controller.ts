import { RawReply } from '@app/bus';
import { JobList, ListJobs, calibrationJobs, documentsJobs, judgmentsJobs } from '@app/contracts/jobs';
import { decodeCursor } from '@app/persistence';
import { Problem } from '@app/problem';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request, RequestContext } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { cancelJob, getJob, listJobs } from './job-routes';
import { mergedPage } from './merged-page';

const defaultLimit = 100;
/** Owners of jobs, by the letter after `job_`. */
const owners = { d: documentsJobs, j: judgmentsJobs, c: calibrationJobs } as const;

@Controller()
export class JobsController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly client: OwnerClient,
  ) {}

  @Serves(listJobs)
  list(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(
      request,
      reply,
      async (context) => new RawReply(JSON.stringify(await this.readPageOfAll(context))),
    );
  }

  @Serves(getJob)
  get(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, (context) => {
      const { id } = context.params;
      return this.client.askRaw(ownerOf(id).get, { id }, context);
    });
  }

  @Serves(cancelJob)
  cancel(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, (context) => {
      const { id } = context.params;
      return this.client.askRaw(ownerOf(id).cancel, { id }, context);
    });
  }

  /** All owners page by the time in a job's id, so that one id is a cursor for all. */
  private async readPageOfAll(context: RequestContext): Promise<JobList> {
    const query = context.query as ListJobs;
    decodeCursor('jobs', query.cursor);
    const limit = query.limit ?? defaultLimit;
    const pages = await Promise.all(
      Object.values(owners).map(({ list }) => this.client.ask(list, { ...query, limit }, context)),
    );
    return mergedPage(pages, limit);
  }
}

/** @throws Problem `not_found` for a text that is not a job's id */
function ownerOf(id: string): (typeof owners)[keyof typeof owners] {
  const letter = /^job_([djc])[0-9a-f]{32}$/.exec(id)?.[1] as keyof typeof owners | undefined;
  if (letter) return owners[letter];
  throw new Problem('not_found', 'There is no such job; jobs are kept for 30 days.');
}

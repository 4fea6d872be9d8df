import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { ById, JobList, JobView, ListJobs, scopeCovers } from '@app/contracts';
import { Database, JobRow, Jobs, jobView } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';

const pageSize = 100;

/** Calibration's own jobs (letter c), as far as the caller's scope covers their namespace. */
@Injectable()
export class JobHandler {
  private readonly jobs: Jobs;

  constructor(@Inject(DATABASE) database: Database) {
    this.jobs = new Jobs(database, 'c');
  }

  async get({ id }: ById, { who }: Call): Promise<JobView> {
    const job = await this.jobs.get(who.organization, id);
    if (!isVisible(job, who.scope))
      throw new Problem('not_found', `There is no job \`${id}\`; jobs are kept for 30 days.`);
    return jobView(job);
  }

  async list({ status, type, cursor, limit = pageSize }: ListJobs, { who }: Call): Promise<JobList> {
    const { jobs, next_cursor } = await this.jobs.list(who.organization, { status, type, cursor, limit });
    return { jobs: jobs.filter((job) => isVisible(job, who.scope)).map(jobView), next_cursor };
  }

  async cancel(query: ById, call: Call): Promise<JobView> {
    await this.get(query, call);
    return jobView(await this.jobs.cancel(call.who.organization, query.id));
  }
}

function isVisible({ namespace }: JobRow, scope: string): boolean {
  return namespace === null || scopeCovers(scope, namespace);
}

import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { ById, JobList, JobView, ListJobs } from '@app/contracts';
import { Database, jobView } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { deletionType } from '../namespace/deletion';
import { DocumentJobs } from './jobs';

const listLimit = 100;

@Injectable()
export class JobHandler {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly jobs: DocumentJobs,
  ) {}

  async get({ id }: ById, call: Call): Promise<JobView> {
    const { organization, scope } = call.who;
    return jobView(await this.jobs.get(organization, id, scope));
  }

  async list(query: ListJobs, call: Call): Promise<JobList> {
    const { organization, scope } = call.who;
    const page = await this.jobs.list(organization, { ...query, scope, limit: query.limit ?? listLimit });
    return { jobs: page.jobs.map(jobView), next_cursor: page.next_cursor };
  }

  /** A write by filter stops at once, between two of its transactions; a deletion only goes forward. */
  async cancel({ id }: ById, call: Call): Promise<JobView> {
    const { organization, scope } = call.who;
    const job = await this.jobs.get(organization, id, scope);
    const isOpen = job.status === 'queued' || job.status === 'running';
    if (isOpen && job.type === deletionType) {
      throw new Problem('conflict', 'A deletion that has begun cannot be taken back.', { reason: 'deleting' });
    }
    return this.database.transaction('documents.job', async (tx) => {
      const cancelled = await this.jobs.cancelNow(tx, id);
      return jobView(cancelled);
    });
  }
}

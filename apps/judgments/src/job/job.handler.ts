import type { Call } from '@app/bus';
import { ById, JobList, JobView, ListJobs } from '@app/contracts';
import { JobRow, jobView } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { AnnouncementService } from '../judgment/announcement.service';

const pageSize = 100;

/** Jobs of this service: their ids begin with `job_j`. */
@Injectable()
export class JobHandler {
  constructor(private readonly announcements: AnnouncementService) {}

  async get({ id }: ById, call: Call): Promise<JobView> {
    return jobView(await this.seen(id, call));
  }

  async list({ status, type, cursor, limit }: ListJobs, call: Call): Promise<JobList> {
    const query = { status, type, cursor, limit: limit ?? pageSize, scope: call.who.scope };
    const { jobs, next_cursor } = await this.announcements.jobs.list(call.who.organization, query);
    return { jobs: jobs.map(jobView), next_cursor };
  }

  async cancel({ id }: ById, call: Call): Promise<JobView> {
    await this.seen(id, call);
    return jobView(await this.announcements.jobs.cancel(call.who.organization, id));
  }

  /** A job out of the key's scope is as if it were not there. */
  private seen(id: string, call: Call): Promise<JobRow> {
    return this.announcements.jobs.get(call.who.organization, id, call.who.scope);
  }
}

import { ListQuery } from '../shared';
import { OneOf, Text } from '../field';
import { request } from '../message';
import { JobList, JobView, jobStatuses } from './views';
import type { JobStatus } from './views';

export class ById {
  @Text() id: string;
}
export class ListJobs extends ListQuery {
  @OneOf(jobStatuses, { optional: true }) status?: JobStatus;
  @Text({ optional: true, max: 64, named: 'JobType', meaning: 'Jobs of one type.' }) type?: string;
}

/** The services that own jobs; the letter after `job_` in a job's id names the owner. */
export const jobOwners = { d: 'documents', j: 'judgments', c: 'calibration' } as const;
export type JobOwner = (typeof jobOwners)[keyof typeof jobOwners];

/** The requests about one owner's jobs. */
export type JobRequests = ReturnType<typeof jobRequests>;

function jobRequests(to: JobOwner) {
  const common = { from: ['gateway'], to } as const;
  return {
    get: request({ ...common, subject: `${to}.job.get.v1`, why: 'Reads one job.', query: ById, reply: JobView }),
    list: request({
      ...common,
      subject: `${to}.job.list.v1`,
      why: 'Lists jobs, newest first; the gateway merges the lists of all owners.',
      query: ListJobs,
      reply: JobList,
    }),
    cancel: request({
      ...common,
      subject: `${to}.job.cancel.v1`,
      why: 'Cancels a job that has not finished.',
      query: ById,
      reply: JobView,
    }),
  };
}

export const documentsJobs = jobRequests('documents');
export const judgmentsJobs = jobRequests('judgments');
export const calibrationJobs = jobRequests('calibration');

export { JobSummary, JobView, JobList } from './views';
export { ById, ListJobs, jobOwners, documentsJobs, judgmentsJobs, calibrationJobs } from './messages';
export type { JobOwner, JobRequests } from './messages';
export { jobTypes } from '../job-types';
export type { JobType } from '../job-types';

import { JobList, JobView, ListJobs } from '@app/contracts/jobs';
import { Route, route } from '../../http/route';

const tag = 'Jobs';

export const listJobs = route({
  method: 'GET',
  path: '/jobs',
  tag,
  summary: 'Jobs of the namespaces that the key covers, newest first.',
  access: 'read',
  query: ListJobs,
  success: [200],
  reply: JobList,
  reasons: ['bad_query', 'bad_cursor'],
});

export const getJob = route({
  method: 'GET',
  path: '/jobs/:id',
  tag,
  summary: 'One job; when it has ended, its result is the response that the request would have had.',
  access: 'read',
  success: [200],
  reply: JobView,
  errors: ['not_found'],
});

export const cancelJob = route({
  method: 'POST',
  path: '/jobs/:id/cancel',
  tag,
  summary: 'Stops a job that has not finished.',
  access: 'change',
  success: [200],
  reply: JobView,
  errors: ['not_found', 'conflict'],
});

export const jobRoutes: readonly Route[] = [listJobs, getJob, cancelJob];

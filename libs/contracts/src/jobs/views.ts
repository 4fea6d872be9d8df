import { Int, ListOf, Nested, OneOf, Shape, Stamp, Text } from '../field';

export class JobProgress {
  @Int() done: number;
  @Int() total: number;
}

export const jobStatuses = ['queued', 'running', 'done', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** A job without its result. */
export class JobSummary {
  @Text() id: string;
  @Text({ named: 'JobType' }) type: string;
  @OneOf(jobStatuses) status: JobStatus;
  @Text({ nullable: true }) namespace: string | null;
  @Nested(() => JobProgress) progress: JobProgress;
  @Stamp() created_at: string;
  @Stamp({ nullable: true }) started_at: string | null;
  @Stamp({ nullable: true }) finished_at: string | null;
  @Int({ nullable: true }) result_status: number | null;
}

export class JobView extends JobSummary {
  @Shape({ type: ['object', 'null'] }, { named: 'JobResult' }) result: object | null;
}

export class JobList {
  @ListOf(() => JobView) jobs: JobView[];
  @Text({ nullable: true }) next_cursor: string | null;
}

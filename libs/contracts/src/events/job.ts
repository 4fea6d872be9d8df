import { Nested, Text } from '../field';
import { JobSummary } from '../jobs';

/** A job finished. */
export class JobEventData {
  @Text({ nullable: true, meaning: "The job's namespace or template prefix." }) namespace: string | null;
  @Nested(() => JobSummary, { meaning: 'The job without its `result`, which `GET /jobs/{id}` shows.' }) job: JobSummary;
}

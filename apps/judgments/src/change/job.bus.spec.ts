import { judgmentsJobs } from '@app/contracts/jobs';
import { describeJobRequests, freshSchema, startService } from '@app/testing';
import { judgmentsSchema } from '../app.schema';
import { judgmentsService } from '../app.service';

describeJobRequests('judgments', judgmentsJobs, async () => {
  await freshSchema(judgmentsSchema);
  return startService(judgmentsService);
});

import { documentsJobs } from '@app/contracts/jobs';
import { describeJobRequests, freshSchema, startService } from '@app/testing';
import { documentsSchema } from '../app.schema';
import { documentsService } from '../app.service';

describeJobRequests('documents', documentsJobs, async () => {
  await freshSchema(documentsSchema);
  return startService(documentsService);
});

import { documentsJobs } from '@app/contracts';
import { describeJobRequests, freshSchema, startService } from '@app/testing';
import { documentsSchema } from '../app.schema';
import { documentsService } from '../app.service';

describeJobRequests('documents', documentsJobs, async () => {
  await freshSchema(documentsSchema);
  return startService(documentsService);
});

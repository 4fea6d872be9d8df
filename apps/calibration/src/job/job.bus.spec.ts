import { calibrationJobs } from '@app/contracts';
import { describeJobRequests, freshSchema, startService } from '@app/testing';
import { calibrationSchema } from '../app.schema';
import { calibrationService } from '../app.service';

describeJobRequests('calibration', calibrationJobs, async () => {
  await freshSchema(calibrationSchema);
  return startService(calibrationService);
});

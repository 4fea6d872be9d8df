import { calibrationJobs } from '@app/contracts/jobs';
import { describeJobRequests, eventually, freshSchema, openFreshDatabase, startService } from '@app/testing';
import { calibrationSchema } from './app.schema';
import { calibrationService } from './app.service';

describeJobRequests('calibration', calibrationJobs, async () => {
  await freshSchema(calibrationSchema);
  return startService(calibrationService);
});

it('a job that ended 30 days ago is deleted [defect S-L2]', async () => {
  const database = await openFreshDatabase(calibrationSchema);
  await database.query(
    `insert into job (id, organization, type, request, status, finished_at)
     select 'job_c' || days, 'o', 'calibration_run', '{}', 'done', app.now() - make_interval(days => days)
     from unnest(array[29, 31]) days`,
  );
  const service = await startService(calibrationService);
  const left = async () => (await database.query<{ id: string }>('select id from job')).rows.map(({ id }) => id);
  await eventually(async () => expect(await left()).toEqual(['job_c29']));
  await service.stop();
  await database.close();
});

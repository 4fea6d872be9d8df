import { json } from '@app/sdk/testing';
import { openCliRoom } from '../../testing/cli-room';
import { itSendsAndShows } from '../../testing/command-cases';
import { job, page } from '../../testing/samples';

const room = openCliRoom();

itSendsAndShows(room, [
  ['jobs list --status done', 'GET /jobs?status=done', null, page('jobs', job), 'job_1\tfit\tdone\t3\t3'],
  ['jobs cancel job_1', 'POST /jobs/job_1/cancel', null, job, 'done\t3 of 3'],
]);

it('jobs wait ends with 1 when the job failed', async () => {
  const failed = json(200, { ...job, status: 'failed' });
  room.server.play(failed, failed);
  expect(await room.terminal.run(['jobs', 'wait', 'job_1'])).toMatchObject({ code: 1 });
});

import { json, refuse } from '@app/sdk/testing';
import { openCliRoom } from '../../testing/cli-room';

const room = openCliRoom();
const { server } = room;
const job = { id: 'job_1', type: 'calibration_run', progress: { done: 0, total: 1 } };
const report = {
  type: 'bool',
  labels: { used: 12 },
  read_with: 'raw',
  held_out: { raw: { accuracy: 0.75 }, calibrated: null },
  notices: [{ code: 'few', message: 'Few labels.' }],
};

it('fit starts a fit, waits for it, and prints what the probabilities are worth', async () => {
  const done = { ...job, status: 'done', result: { read_with: 'raw' }, result_status: 200 };
  server.play(json(202, { ...job, status: 'queued' }), json(200, done), json(200, report));
  const line = ['fit', '-j', 'late', '--sources', 'posted,rule'];
  const { code, out, err } = await room.terminal.run(line);
  expect([code, out]).toEqual([
    0,
    'verdict\tRight in 75 %, on 12 labels: too few to act on.\nlabels\t12 labels\nread with\traw\n',
  ]);
  expect(err).toContain('Few labels.\nAll figures: judgment report -j late\n');
  expect(server.heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /v1/namespaces/a%2Fb/judgments/late/calibration/run',
    'GET /v1/jobs/job_1',
    'GET /v1/namespaces/a%2Fb/judgments/late/calibration',
  ]);
  expect(server.heard[0]?.body).toBe('{"outcomes":{"sources":["posted","rule"]}}');
  server.play(json(202, done));
  expect((await room.terminal.run([...line, '--json'])).out).toBe('{"read_with":"raw"}\n');
  server.play(json(202, { ...job, status: 'queued' }));
  expect((await room.terminal.run([...line, '--no-wait'])).err).toContain('judgment jobs wait job_1');
});

it('a fit without labels enough ends with the sentence of the service', async () => {
  server.play(refuse(422, 'insufficient_labels'));
  expect(await room.terminal.run(['fit', '-j', 'late'])).toMatchObject({ code: 1, out: '' });
});

import { ConnectionError } from '../result/api-error';
import { openFaultRoom, refusalOf } from '../testing/fault-room';
import { cut, json, refuse } from '../testing/fault-server';
import type { CallOptions } from './options';

const room = openFaultRoom();
const { server } = room;
const written = { upserted: 1, documents: [] };
const job = (status: string, more: object = {}) => ({
  id: 'job_1',
  status,
  result: null,
  result_status: null,
  ...more,
});
const upsert = (options: CallOptions = {}) =>
  room
    .client()
    .namespace('a')
    .documents.upsert([{ id: '1', state: {} }], options);

it('waits for a job, through refusals, and gives its result as if it had come at once [SDK-07]', async () => {
  const seen: string[] = [];
  server.play(
    json(202, job('queued')),
    refuse(429, 'rate_limited', {}, { 'retry-after': '1' }),
    json(200, job('running')),
    json(200, job('done', { result: written, result_status: 200 })),
  );
  const change = await upsert({ onProgress: ({ status }: { status: string }) => seen.push(status) });
  expect(change).toEqual(written);
  expect(seen).toEqual(['queued', 'running', 'done']);
  expect(server.heard[1]).toMatchObject({ method: 'GET', url: '/v1/jobs/job_1' });
});

it('raises the error that a job ended with [SDK-07]', async () => {
  const inner = { error: { code: 'conflict', message: 'Mend it.', details: { reason: 'if_version' } } };
  server.play(json(202, job('queued')), json(200, job('failed', { result: inner, result_status: 409 })));
  await expect(upsert()).rejects.toMatchObject({ status: 409, reason: 'if_version', message: 'Mend it.' });
});

it('returns the job itself when the caller does not wait [SDK-07]', async () => {
  server.play(json(202, job('queued')));
  expect(await upsert({ wait: false })).toMatchObject({ id: 'job_1', status: 'queued' });
  expect(server.heard).toHaveLength(1);
});

it('a waiter that loses the service names the job and the key that finds it again [SDK-07] [IDEM-08]', async () => {
  server.play(json(202, job('queued')), cut, cut);
  const error = await refusalOf(upsert({ retries: 1, idempotencyKey: 'nightly' }));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ idempotencyKey: 'nightly', details: { job: 'job_1' } });
});

it('a caller that gives up leaves the job running [SDK-07]', async () => {
  const controller = new AbortController();
  server.play(json(202, job('queued')), json(200, job('running')));
  const onProgress = ({ status }: { status: string }) => status === 'running' && controller.abort(new Error('enough'));
  const waiting = room.client({ runtime: { sleep: async (_, signal) => signal?.throwIfAborted() } });
  const { documents } = waiting.namespace('a');
  const error = await refusalOf(
    documents.upsert([{ id: '1', state: {} }], { signal: controller.signal, onProgress: (at) => void onProgress(at) }),
  );
  expect(error).toEqual(new Error('enough'));
  expect(server.heard.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

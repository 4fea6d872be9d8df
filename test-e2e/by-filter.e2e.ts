import { JobView } from '@app/contracts/jobs';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const none = { upserted: 0, patched: 0, appended: 0, deleted: 0, unchanged: 0, skipped: 0, missing: 0, documents: [] };

it('patches and deletes by filter, tells members, and deletes the namespace by a job that raises its event [DOC-09] [JOB-05] [NS-17]', async () => {
  const scenario = new Scenario(stack, 'by-filter');
  for (let from = 0; from < 1500; from += 500) {
    const upsert = Array.from({ length: 500 }, (_, at) => ({
      id: `d${from + at}`,
      attributes: { color: at % 2 === 0 ? 'red' : 'blue', few: from + at < 3 },
    }));
    await scenario.write({ upsert });
  }
  await scenario.ok('PUT', '/subscriptions/seen', { filter: { 'attributes.seen': true, 'attributes.few': true } });
  const red = { 'attributes.color': 'red' };
  const headers = { 'Idempotency-Key': `by-filter-${Date.now()}` };
  const patch = { patch_by_filter: { filter: red, patch: { attributes: { seen: true } } } };
  const patched = await scenario.call('POST', '/documents', patch, { headers });
  expect([patched.status, patched.body]).toEqual([200, { ...none, patched: 750 }]);
  expect((await scenario.call('POST', '/documents', patch, { headers })).text).toBe(patched.text);
  expect(await scenario.write(patch)).toEqual({ ...none, unchanged: 750 });
  await eventually(async () => expect(await scenario.events()).toHaveLength(2), 15_000);

  const empty = await scenario.call<{ error: { details: object } }>('POST', '/documents', {
    delete_by_filter: { filter: {} },
  });
  expect([empty.status, empty.body.error.details]).toEqual([
    400,
    { reason: 'empty_filter', path: '/delete_by_filter/filter' },
  ]);
  expect(await scenario.write({ delete_by_filter: { filter: red } })).toEqual({ ...none, deleted: 750 });
  expect(await scenario.query({ filter: {}, count: true, limit: 1 })).toMatchObject({ count: 750 });

  const deletion = await scenario.call<JobView>('DELETE', '');
  expect([deletion.status, deletion.body.type]).toEqual([202, 'namespace_delete']);
  const job = await eventually(async () => {
    const { body } = await stack.api<JobView>('GET', `/jobs/${deletion.body.id}`);
    if (body.finished_at === null) throw new Error(`The deletion is ${body.status}.`);
    return body;
  }, 30_000);
  expect(job).toMatchObject({ status: 'done', result: { deleted: true }, result_status: 200 });
  expect(job.progress).toEqual({ done: 750, total: 750 });
  expect((await scenario.call('GET', '')).status).toBe(404);
  const events = await eventually(async () => {
    const events = await scenario.events('job.*');
    if (events.length === 0) throw new Error('No event of the job yet.');
    return events;
  }, 15_000);
  expect(events).toMatchObject([{ type: 'job.completed', data: { job: { id: job.id, status: 'done' } } }]);
});

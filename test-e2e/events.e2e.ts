import { NamespaceView } from '@app/contracts/documents';
import { JobView } from '@app/contracts/jobs';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

it('records each thing that happened once, under its type, with the four members of a record [FEED-02] [BUD-08]', async () => {
  const scenario = new Scenario(stack, 'events/kinds');
  await scenario.upsert('a', {}, { n: 1 });
  await scenario.ok('PUT', '/subscriptions/big', { filter: { 'attributes.n': { gte: 10 } } });
  await scenario.upsert('a', {}, { n: 10 });
  await scenario.upsert('a', {}, { n: 11 });
  await scenario.upsert('a', {}, { n: 2 });
  const budget = (usd: number) => ({ budget: { compute_usd_per_month: usd, on_exceeded: 'pause' } });
  for (const usd of [0, 0]) {
    expect((await scenario.ok<NamespaceView>('PATCH', '', budget(usd))).budget_paused).toBe(true);
  }
  expect((await scenario.ok<NamespaceView>('PATCH', '', budget(5))).budget_paused).toBe(false);
  const { body: job } = await scenario.call<JobView>('DELETE', '');
  await eventually(async () => {
    expect((await stack.api<JobView>('GET', `/jobs/${job.id}`)).body.status).toBe('done');
  });
  const kinds = ['subscription.entered', 'subscription.exited', 'namespace.budget_paused', 'namespace.budget_resumed'];
  const events = await eventually(async () => {
    const all = await scenario.events('*');
    expect(all.map(({ type }) => type)).toEqual(expect.arrayContaining(['job.completed']));
    expect(all.length).toBeGreaterThanOrEqual(kinds.length + 1);
    return all;
  });
  expect(events.map(({ type }) => type).sort()).toEqual([...kinds, 'job.completed'].sort());
  for (const event of events) {
    expect(Object.keys(event).sort()).toEqual(['data', 'id', 'timestamp', 'type']);
    expect(event.id).toMatch(/^evt_/);
    expect(event.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(event.data).toMatchObject({ namespace: scenario.namespace });
  }
  const completed = events.find(({ type }) => type === 'job.completed');
  const { result: _result, ...view } = (await stack.api<JobView>('GET', `/jobs/${job.id}`)).body;
  expect((completed?.data as { job: object } | undefined)?.job).toEqual(view);
});

import { JobView, NamespaceView } from '@app/contracts';
import { HouseDoor, eventually, openLimitMs, sharedHouse } from '@app/testing/stack';
import { Story } from './story/story';

let house: HouseDoor;
beforeAll(async () => {
  house = await sharedHouse();
}, openLimitMs);
afterAll(() => house?.leave());

it('records each thing that happened once, under its type, with the four members of a record [FEED-02] [BUD-08]', async () => {
  const story = new Story(house, 'events/kinds');
  await story.upsert('a', {}, { n: 1 });
  await story.ok('PUT', '/subscriptions/big', { filter: { 'attributes.n': { gte: 10 } } });
  await story.upsert('a', {}, { n: 10 });
  await story.upsert('a', {}, { n: 11 });
  await story.upsert('a', {}, { n: 2 });
  const budget = (usd: number) => ({ budget: { compute_usd_per_month: usd, on_exceeded: 'pause' } });
  for (const usd of [0, 0]) {
    expect((await story.ok<NamespaceView>('PATCH', '', budget(usd))).budget_paused).toBe(true);
  }
  expect((await story.ok<NamespaceView>('PATCH', '', budget(5))).budget_paused).toBe(false);
  const { body: job } = await story.call<JobView>('DELETE', '');
  await eventually(async () => {
    expect((await house.api<JobView>('GET', `/jobs/${job.id}`)).body.status).toBe('done');
  });
  const kinds = ['subscription.entered', 'subscription.exited', 'namespace.budget_paused', 'namespace.budget_resumed'];
  const events = await eventually(async () => {
    const all = await story.events('*');
    expect(all.map(({ type }) => type)).toEqual(expect.arrayContaining(['job.completed']));
    expect(all.length).toBeGreaterThanOrEqual(kinds.length + 1);
    return all;
  });
  expect(events.map(({ type }) => type).sort()).toEqual([...kinds, 'job.completed'].sort());
  for (const event of events) {
    expect(Object.keys(event).sort()).toEqual(['data', 'id', 'timestamp', 'type']);
    expect(event.id).toMatch(/^evt_/);
    expect(event.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(event.data).toMatchObject({ namespace: story.namespace });
  }
  const completed = events.find(({ type }) => type === 'job.completed');
  const { result: _result, ...told } = (await house.api<JobView>('GET', `/jobs/${job.id}`)).body;
  expect((completed?.data as { job: object }).job).toEqual(told);
});

import { Running } from '@app/boot';
import { EventList, EventRaised, eventRaised, eventSubject, getEvent, listEvents } from '@app/contracts';
import { armKillPoints, newId } from '@app/persistence';
import { FakeService, callerOf, eventually, freshSchema, startService } from '@app/testing';
import { eventsFeedSchema } from '../app.schema';
import { eventsFeedService } from '../app.service';

const organization = newId('org');
const caller = callerOf(organization);
let feed: Running[];
let gateway: FakeService;
let webhooks: FakeService;

const raised = (over: Partial<EventRaised> = {}): EventRaised => ({
  id: newId('evt'),
  type: 'job.completed',
  organization,
  namespace: 'acme/prod/a',
  timestamp: new Date().toISOString(),
  endpoint: null,
  data: { namespace: 'acme/prod/a', job: { id: 'job_1', text: 'Grüße 👩‍🚀' } },
  ...over,
});
const say = (event: EventRaised): Promise<void> => gateway.say(eventRaised, event, eventSubject('job.completed'));
const list = (query: object, who = caller): Promise<EventList> => gateway.ask(listEvents, query, who);

beforeAll(async () => {
  await freshSchema(eventsFeedSchema);
  // Two replicas: both consume, both answer.
  feed = [await startService(eventsFeedService), await startService(eventsFeedService, { env: { REPLICA: '1' } })];
  gateway = await FakeService.open('gateway');
  webhooks = await FakeService.open('webhooks');
});
afterAll(async () => {
  armKillPoints(() => undefined);
  await gateway.stop();
  await webhooks.stop();
  for (const each of feed) await each.stop();
});

describe('the feed over the bus', () => {
  it('gives 16 writers to a reader without loss or repetition, also when sequencers die [FEED-04]', async () => {
    const reached = new Map<string, number>();
    armKillPoints((name) => {
      if (!name.startsWith('feed.')) return;
      const times = (reached.get(name) ?? 0) + 1;
      reached.set(name, times);
      // After the commit the facts come again and are known: no double; before it they come again and are new: no gap.
      if (times <= 3) throw new Error('killed');
    });
    const total = 16 * 40;
    const written: string[] = [];
    const writers = Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let i = 0; i < 40; i += 1) {
          const event = raised();
          await say(event);
          written.push(event.id);
        }
      }),
    );
    const read: string[] = [];
    let cursor: string | undefined;
    const until = Date.now() + 30_000;
    while (read.length < total && Date.now() < until) {
      const page: EventList = await list({ cursor, limit: 50, wait: '1' });
      read.push(...page.events.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    }
    await writers;
    expect(await list({ cursor })).toEqual({ events: [], next_cursor: cursor });
    expect([...read].sort()).toEqual([...written].sort());
    expect(reached.get('feed.append.before-commit')).toBeGreaterThan(3);
    expect(reached.get('feed.append.after-commit')).toBeGreaterThan(3);
    armKillPoints(() => undefined);
  });

  it('answers a waiting poll within a moment of the event, with the record as it was raised [FEED-02] [FEED-05]', async () => {
    const { next_cursor } = await list({ limit: 1 });
    const end = await toEnd(next_cursor);
    const waiting = list({ cursor: end, wait: '20' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const event = raised();
    const saidAtMs = performance.now();
    await say(event);
    const { events, next_cursor: next } = await waiting;
    // Long before its own end: it was woken.
    expect(performance.now() - saidAtMs).toBeLessThan(10_000);
    const { id, type, timestamp, data } = event;
    expect(events).toEqual([{ id, type, timestamp, data }]);
    expect(next).toBe(id);
    expect(await webhooks.ask(getEvent, { organization, id }, caller)).toEqual({
      event: { id, type, timestamp, data },
      namespace: 'acme/prod/a',
    });
  });

  it('shows a scoped key its namespaces, and test sends to nobody [FEED-07] [FEED-08]', async () => {
    const own = newId('org');
    const inside = raised({ organization: own, namespace: 'acme/test/x' });
    const test = raised({ organization: own, type: 'webhook.test' });
    const ofOrganization = raised({ organization: own, namespace: null });
    for (const event of [raised({ organization: own }), inside, test, ofOrganization]) await say(event);
    const all = await eventually(async () => {
      const page = await list({}, callerOf(own));
      expect(page.events).toHaveLength(3);
      return page;
    });
    expect(all.events.map(({ id }) => id)).not.toContain(test.id);
    const scoped = await list({}, callerOf(own, { scope: 'acme/test*' }));
    expect(scoped.events.map(({ id }) => id)).toEqual([inside.id]);
    expect(scoped.next_cursor).toBe(all.next_cursor);
  });

  it('refuses a wait past 30 seconds and an unknown event', async () => {
    await expect(list({ wait: '31' })).rejects.toMatchObject({ code: 'invalid_request', details: { path: '/wait' } });
    await expect(webhooks.ask(getEvent, { organization, id: newId('evt') }, caller)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('tells its lag', async () => {
    const text = await feed[0].platform.metrics.registry.metrics();
    expect(text).toMatch(/feed_waiting_events\{[^}]*\} 0/);
    expect(text).toMatch(/feed_delay_seconds_count\{[^}]*\} [1-9]/);
  });
});

async function toEnd(from: string | null): Promise<string | undefined> {
  let cursor = from ?? undefined;
  for (;;) {
    const page = await list({ cursor });
    cursor = page.next_cursor ?? undefined;
    if (page.events.length === 0) return cursor;
  }
}

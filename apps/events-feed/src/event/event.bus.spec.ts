import { EventList, EventRaised, eventRaised, eventSubject, getEvent, listEvents } from '@app/contracts/events';
import { armKillPoints, newId } from '@app/persistence';
import { callerOf, eventually } from '@app/testing';
import { OpenFeed, openFeed } from '../testing/open-feed';

const organization = newId('org');
const caller = callerOf(organization);
let feed: OpenFeed;

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
const raise = (event: EventRaised): Promise<void> =>
  feed.gateway.say(eventRaised, event, eventSubject('job.completed'));
const list = (query: object, who = caller): Promise<EventList> => feed.gateway.ask(listEvents, query, who);

beforeAll(async () => {
  // Two replicas: both consume, and both answer requests.
  feed = await openFeed(2);
});
afterAll(async () => {
  armKillPoints(() => undefined);
  await feed.stop();
});

describe('the feed over the bus', () => {
  it('gives a reader every event of 16 writers once, also when processes die while they record [FEED-04]', async () => {
    const reached = new Map<string, number>();
    armKillPoints((name) => {
      if (!name.startsWith('feed.')) return;
      const times = (reached.get(name) ?? 0) + 1;
      reached.set(name, times);
      // The facts come again. After the commit they are known, so none doubles; before it they are new, so none is lost.
      if (times <= 3) throw new Error('killed');
    });
    const total = 16 * 40;
    const written: string[] = [];
    const writers = Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let i = 0; i < 40; i += 1) {
          const event = raised();
          await raise(event);
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

  it('answers a waiting poll soon after the event, with the record as it was raised [FEED-02] [FEED-05]', async () => {
    const { next_cursor } = await list({ limit: 1 });
    const end = await toEnd(next_cursor);
    const waiting = list({ cursor: end, wait: '20' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const event = raised();
    const raisedAtMs = performance.now();
    await raise(event);
    const { events, next_cursor: next } = await waiting;
    // Long before its 20 seconds are over: the event woke it.
    expect(performance.now() - raisedAtMs).toBeLessThan(10_000);
    const { id, type, timestamp, data } = event;
    expect(events).toEqual([{ id, type, timestamp, data }]);
    expect(next).toBe(id);
    expect(await feed.webhooks.ask(getEvent, { organization, id }, caller)).toEqual({
      event: { id, type, timestamp, data },
      namespace: 'acme/prod/a',
    });
  });

  it('shows a scoped key its namespaces only, and no reader a test send [FEED-07] [FEED-08]', async () => {
    const own = newId('org');
    const inside = raised({ organization: own, namespace: 'acme/test/x' });
    const test = raised({ organization: own, type: 'webhook.test' });
    const ofOrganization = raised({ organization: own, namespace: null });
    for (const event of [raised({ organization: own }), inside, test, ofOrganization]) await raise(event);
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
    await expect(feed.webhooks.ask(getEvent, { organization, id: newId('evt') }, caller)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('reports its lag as metrics', async () => {
    const texts = async (): Promise<string> =>
      (await Promise.all(feed.processes.map(({ platform }) => platform.metrics.registry.metrics()))).join('');
    await eventually(async () => expect(await texts()).toMatch(/judgment_feed_waiting_events\{[^}]*\} 0/));
    const text = await feed.processes[0].platform.metrics.registry.metrics();
    expect(text).toMatch(/judgment_feed_delay_seconds_count\{[^}]*\} [1-9]/);
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

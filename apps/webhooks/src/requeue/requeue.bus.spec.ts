import { handle } from '@app/bus';
import { getEvent } from '@app/contracts/events';
import { recoverDeliveries, redeliverEvent, testEndpoint } from '@app/contracts/webhooks';
import { newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { FakeService, eventually, testEnvironment } from '@app/testing';
import { Client } from 'pg';
import { OpenWebhooks, eventIdsOf } from '../testing/open-webhooks';

const dayMs = 24 * 3_600_000;
let webhooks: OpenWebhooks;
let feed: FakeService;
/** Events that only the feed has. */
let inFeed: Record<string, { namespace: string | null }> = {};
/** While set, the feed answers when it resolves. */
let feedHeld: Promise<void> | undefined;
let feedAsked = 0;

beforeAll(async () => {
  webhooks = await OpenWebhooks.open();
  feed = await FakeService.open('events-feed', [
    handle(getEvent, async ({ id }) => {
      feedAsked++;
      await feedHeld;
      if (!inFeed[id]) throw new Problem('not_found', `There is no event ${id}.`);
      const { namespace } = inFeed[id];
      const event = { id, type: 'job.completed', timestamp: '2026-03-04T09:30:00.000Z', data: { namespace } };
      return { event, namespace };
    }),
  ]);
});
afterEach(async () => {
  inFeed = {};
  await webhooks.clear();
});
afterAll(async () => {
  await feed.stop();
  await webhooks.close();
});

const who = (scope = '*') => webhooks.caller({ scope });
const recover = (id: string, since = new Date(webhooks.now() - dayMs).toISOString(), effect?: string) =>
  webhooks.gateway.ask(recoverDeliveries, { id, since }, who(), effect);
const redeliver = (event: string, endpoint: string, scope = '*') =>
  webhooks.gateway.ask(redeliverEvent, { event, endpoint }, who(scope));

/** Holds the turn of an endpoint, as the call does that queues or claims its deliveries. @returns gives it back */
async function holdTurn(id: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: testEnvironment().urls.webhooks });
  await client.connect();
  await client.query('begin');
  await client.query('select from webhooks.endpoint_turn where endpoint_id = $1 for update', [id]);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}
/** How many wait for the turn of an endpoint. */
async function waiting(): Promise<number> {
  const [{ n }] = await webhooks.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%endpoint_turn%'`,
  );
  return n;
}

describe('recover', () => {
  it('begins failed and skipped deliveries anew in place, once, and leaves the others as they are [DLV-12] [WHK-30]', async () => {
    const receiver = await webhooks.answering(204);
    const { id } = await webhooks.endpoint(receiver);
    const sent = await webhooks.raise();
    await webhooks.settled(id, ['succeeded']);
    await webhooks.setEnabled(id, false);
    const missed = [await webhooks.raise(), await webhooks.raise()];
    await webhooks.settled(id, ['skipped', 'skipped', 'succeeded']);
    await webhooks.query(
      `update delivery set status = 'failed', attempts = 9 where endpoint_id = $1 and event_id = $2`,
      [id, missed[1].id],
    );
    await expect(recover(id)).rejects.toMatchObject({ code: 'conflict' });
    await webhooks.setEnabled(id, true);
    const before = await webhooks.log(id);
    const effect = newId('msg');
    const answers = await Promise.all([recover(id, undefined, effect), recover(id), recover(id, undefined, effect)]);
    expect(answers.map(({ queued }) => queued).sort()).toEqual(expect.arrayContaining([0, 2]));
    await webhooks.settled(id, ['succeeded', 'succeeded', 'succeeded']);
    expect(await recover(id)).toEqual({ queued: 0 });
    const after = await webhooks.log(id);
    expect(after.map((entry) => entry.id)).toEqual(before.map((entry) => entry.id));
    expect(after.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect(eventIdsOf(receiver).sort()).toEqual([sent.id, ...missed.map((event) => event.id)].sort());
  });

  it.each([1, 2])(
    'begins soon when another call holds the endpoint as its walk looks for it, time %d [DLV-12]',
    async () => {
      const receiver = await webhooks.answering(204);
      const { id } = await webhooks.endpoint(receiver);
      await webhooks.setEnabled(id, false);
      await webhooks.raise();
      await webhooks.settled(id, ['skipped']);
      await webhooks.setEnabled(id, true);
      const endFirst = await holdTurn(id);
      const queued = recover(id);
      await eventually(async () => expect(await waiting()).toBe(1));
      const next = holdTurn(id);
      await eventually(async () => expect(await waiting()).toBe(2));
      await endFirst();
      expect(await queued).toEqual({ queued: 1 });
      const endNext = await next;
      // Long enough for the walk to look, which leaves the endpoint out.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await endNext();
      await eventually(() => expect(receiver.deliveries).toHaveLength(1), 1_500);
    },
    60_000,
  );

  it('gives a delivery the full schedule again [DLV-12]', async () => {
    const receiver = await webhooks.answering(500);
    const { id } = await webhooks.endpoint(receiver);
    await webhooks.raise();
    await webhooks.settled(id, ['pending']);
    await eventually(async () => expect(await webhooks.log(id)).toMatchObject([{ status_code: 500 }]));
    await webhooks.query(`update delivery set status = 'failed', attempts = 9, due_at = null where endpoint_id = $1`, [
      id,
    ]);
    expect(await recover(id)).toEqual({ queued: 1 });
    await eventually(() => expect(receiver.deliveries).toHaveLength(2));
    await eventually(async () => {
      const [{ attempts, next_attempt_at: next, attempted_at: at }] = await webhooks.log(id);
      expect(attempts).toBe(1);
      expect(Date.parse(String(next)) - Date.parse(String(at))).toBeLessThanOrEqual(6_000);
    });
  });

  it('reaches back 30 days at most, and recovers only deliveries queued since [DLV-12]', async () => {
    const { id } = await webhooks.endpoint(await webhooks.answering(204));
    await webhooks.setEnabled(id, false);
    await webhooks.raise();
    await webhooks.settled(id, ['skipped']);
    await webhooks.setEnabled(id, true);
    expect(await recover(id, new Date(webhooks.now() + 1_000).toISOString())).toEqual({ queued: 0 });
    for (const ms of [-30 * dayMs - 60_000, 60_000]) {
      await expect(recover(id, new Date(webhooks.now() + ms).toISOString())).rejects.toMatchObject({
        code: 'invalid_request',
        details: { reason: 'bad_bounds', path: '/since' },
      });
    }
    await expect(recover(id, '2026-03-04T23:59:60Z')).rejects.toMatchObject({ details: { reason: 'bad_timestamp' } });
    expect(await recover(id, new Date(webhooks.now() - 30 * dayMs + 60_000).toISOString())).toEqual({ queued: 1 });
    await expect(recover('whe_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('redeliver', () => {
  it('queues a new delivery under the same webhook-id, whatever the result of earlier ones [DLV-02] [DLV-11]', async () => {
    const receiver = await webhooks.answering(204);
    const { id } = await webhooks.endpoint(receiver);
    const event = await webhooks.raise();
    await webhooks.settled(id, ['succeeded']);
    const again = await redeliver(event.id, id);
    expect(again).toMatchObject({ event_id: event.id, event_type: event.type, status: 'pending', attempts: 0 });
    await redeliver(event.id, id);
    await webhooks.settled(id, ['succeeded', 'succeeded', 'succeeded']);
    expect(eventIdsOf(receiver)).toEqual([event.id, event.id, event.id]);
    expect(new Set((await webhooks.log(id)).map((entry) => entry.id)).size).toBe(3);
    expect(new Set(receiver.deliveries.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('finds an event that was never queued in the feed [DLV-11]', async () => {
    const receiver = await webhooks.answering(204);
    const { id } = await webhooks.endpoint(receiver, { events: [] });
    const eventId = newId('evt');
    inFeed[eventId] = { namespace: 'acme/a' };
    await redeliver(eventId, id);
    await webhooks.settled(id, ['succeeded']);
    expect(JSON.parse(receiver.deliveries[0].body.toString())).toMatchObject({
      id: eventId,
      data: { namespace: 'acme/a' },
    });
  });

  it('answers 404 for an unknown, expired or invisible event, 400 for an endpoint that does not cover it, 409 for a disabled one [DLV-11] [DLV-13] [DLV-18]', async () => {
    const receiver = await webhooks.answering(204);
    const { id } = await webhooks.endpoint(receiver);
    const narrow = await webhooks.endpoint(receiver, { namespace_prefix: 'acme/b' });
    const event = await webhooks.raise();
    await webhooks.settled(id, ['succeeded']);
    await expect(redeliver(newId('evt'), id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(redeliver('evt_missing', id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(redeliver(event.id, 'whe_none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(redeliver(event.id, narrow.id)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { reason: 'endpoint_not_covering' },
    });
    // A key of another namespace sees neither the event nor an endpoint with a wider prefix.
    await expect(redeliver(event.id, narrow.id, 'acme/b')).rejects.toMatchObject({ code: 'not_found' });
    const ofOrganization = newId('evt');
    inFeed[ofOrganization] = { namespace: null };
    await expect(redeliver(ofOrganization, narrow.id, 'acme/b')).rejects.toMatchObject({ code: 'not_found' });
    await webhooks.setEnabled(id, false);
    const before = await webhooks.log(id);
    await expect(redeliver(event.id, id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(recover(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await webhooks.log(id)).toEqual(before);
    await webhooks.setEnabled(id, true);
    await webhooks.moveClock(31 * dayMs);
    inFeed[event.id] = { namespace: 'acme/a' };
    await expect(redeliver(event.id, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(receiver.deliveries).toHaveLength(1);
  });

  it('holds no connection while it waits for the feed, so that other requests are answered [defect S-L4]', async () => {
    const { id } = await webhooks.endpoint(await webhooks.answering(204));
    const ids = Array.from({ length: 8 }, () => newId('evt'));
    for (const each of ids) inFeed[each] = { namespace: 'acme/a' };
    let answer: () => void = () => undefined;
    feedHeld = new Promise((resolve) => (answer = resolve));
    feedAsked = 0;
    const waiting = ids.map((each) => redeliver(each, id));
    // One more than the service has connections.
    await eventually(async () => expect(feedAsked).toBeGreaterThan(5));
    expect((await webhooks.show(id)).id).toBe(id);
    answer();
    feedHeld = undefined;
    expect((await Promise.all(waiting)).map(({ event_id: sent }) => sent)).toEqual(ids);
  });

  it('sends a test again only to the endpoint that it tested, and as a test [DLV-11]', async () => {
    const receiver = await webhooks.answering(204);
    const [tested, other] = [await webhooks.endpoint(receiver), await webhooks.endpoint(receiver)];
    await webhooks.gateway.ask(testEndpoint, { id: tested.id, test: {} }, who());
    await webhooks.settled(tested.id, ['succeeded']);
    const [{ event_id: eventId }] = await webhooks.log(tested.id);
    await expect(redeliver(eventId, other.id)).rejects.toMatchObject({ details: { reason: 'endpoint_not_covering' } });
    expect(await redeliver(eventId, tested.id)).toMatchObject({ test: true });
    await webhooks.settled(tested.id, ['succeeded', 'succeeded']);
    expect(eventIdsOf(receiver)).toEqual([eventId, eventId]);
    expect(JSON.parse(receiver.deliveries[1].body.toString())).toMatchObject({ test: true });
  });
});

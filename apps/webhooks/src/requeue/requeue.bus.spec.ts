import { handle } from '@app/bus';
import {
  deleteEndpoint,
  getEvent,
  listDeliveries,
  patchEndpoint,
  recoverDeliveries,
  redeliverEvent,
  testEndpoint,
} from '@app/contracts';
import { newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { FakeService, callerOf, eventually } from '@app/testing';
import { OpenWebhooks, idsOf } from '../testing/open-webhooks';

const dayMs = 24 * 3_600_000;
let rig: OpenWebhooks;
let feed: FakeService;
/** Events that only the feed has. */
let inFeed: Record<string, { namespace: string | null }> = {};

beforeAll(async () => {
  rig = await OpenWebhooks.open();
  feed = await FakeService.open('events-feed', [
    handle(getEvent, async ({ id }) => {
      if (!inFeed[id]) throw new Problem('not_found', `There is no event ${id}.`);
      const { namespace } = inFeed[id];
      const event = { id, type: 'job.completed', timestamp: '2026-03-04T09:30:00.000Z', data: { namespace } };
      return { event, namespace };
    }),
  ]);
});
afterEach(async () => {
  inFeed = {};
  await rig.clear();
});
afterAll(async () => {
  await feed.stop();
  await rig.close();
});

const who = (scope = '*') => callerOf(rig.organization, { scope });
const enable = (id: string, enabled: boolean) => rig.gateway.ask(patchEndpoint, { id, patch: { enabled } }, who());
const recover = (id: string, since = new Date(rig.now() - dayMs).toISOString(), effect?: string) =>
  rig.gateway.ask(recoverDeliveries, { id, since }, who(), effect);
const redeliver = (event: string, endpoint: string, scope = '*') =>
  rig.gateway.ask(redeliverEvent, { event, endpoint }, who(scope));
const settled = (id: string, statuses: string[]): Promise<void> =>
  eventually(async () => expect((await rig.log(id)).map(({ status }) => status)).toEqual(statuses));

describe('recover', () => {
  it('begins what failed and was skipped anew in place, once, and leaves the rest [DLV-12] [WHK-30]', async () => {
    const receiver = await rig.answering(204);
    const { id } = await rig.endpoint(receiver);
    const sent = await rig.raise();
    await settled(id, ['succeeded']);
    await enable(id, false);
    const missed = [await rig.raise(), await rig.raise()];
    await settled(id, ['skipped', 'skipped', 'succeeded']);
    await rig.service.platform.database.query(
      `update delivery set status = 'failed', attempts = 9 where endpoint_id = $1 and event_id = $2`,
      [id, missed[1].id],
    );
    await expect(recover(id)).rejects.toMatchObject({ code: 'conflict' });
    await enable(id, true);
    const before = await rig.log(id);
    const effect = newId('msg');
    const answers = await Promise.all([recover(id, undefined, effect), recover(id), recover(id, undefined, effect)]);
    expect(answers.map(({ queued }) => queued).sort()).toEqual(expect.arrayContaining([0, 2]));
    await settled(id, ['succeeded', 'succeeded', 'succeeded']);
    expect(await recover(id)).toEqual({ queued: 0 });
    const after = await rig.log(id);
    expect(after.map((entry) => entry.id)).toEqual(before.map((entry) => entry.id));
    expect(after.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect(idsOf(receiver).sort()).toEqual([sent.id, ...missed.map((event) => event.id)].sort());
  });

  it('gives the full schedule back [DLV-12]', async () => {
    const receiver = await rig.answering(500);
    const { id } = await rig.endpoint(receiver);
    await rig.raise();
    await settled(id, ['pending']);
    await eventually(async () => expect(await rig.log(id)).toMatchObject([{ status_code: 500 }]));
    await rig.service.platform.database.query(
      `update delivery set status = 'failed', attempts = 9, due_at = null where endpoint_id = $1`,
      [id],
    );
    expect(await recover(id)).toEqual({ queued: 1 });
    await eventually(() => expect(receiver.deliveries).toHaveLength(2));
    await eventually(async () => {
      const [{ attempts, next_attempt_at: next, attempted_at: at }] = await rig.log(id);
      expect(attempts).toBe(1);
      expect(Date.parse(String(next)) - Date.parse(String(at))).toBeLessThanOrEqual(6_000);
    });
  });

  it('reaches back 30 days and no further, and only to what was queued since [DLV-12]', async () => {
    const { id } = await rig.endpoint(await rig.answering(204));
    await enable(id, false);
    await rig.raise();
    await settled(id, ['skipped']);
    await enable(id, true);
    expect(await recover(id, new Date(rig.now() + 1_000).toISOString())).toEqual({ queued: 0 });
    for (const ms of [-30 * dayMs - 60_000, 60_000]) {
      await expect(recover(id, new Date(rig.now() + ms).toISOString())).rejects.toMatchObject({
        code: 'invalid_request',
        details: { reason: 'bad_bounds', path: '/since' },
      });
    }
    await expect(recover(id, '2026-03-04T23:59:60Z')).rejects.toMatchObject({ details: { reason: 'bad_timestamp' } });
    expect(await recover(id, new Date(rig.now() - 30 * dayMs + 60_000).toISOString())).toEqual({ queued: 1 });
    await expect(recover('whe_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('redeliver', () => {
  it('queues a new delivery under the same webhook-id, whatever became of earlier ones [DLV-02] [DLV-11]', async () => {
    const receiver = await rig.answering(204);
    const { id } = await rig.endpoint(receiver);
    const event = await rig.raise();
    await settled(id, ['succeeded']);
    const again = await redeliver(event.id, id);
    expect(again).toMatchObject({ event_id: event.id, event_type: event.type, status: 'pending', attempts: 0 });
    await redeliver(event.id, id);
    await settled(id, ['succeeded', 'succeeded', 'succeeded']);
    expect(idsOf(receiver)).toEqual([event.id, event.id, event.id]);
    expect(new Set((await rig.log(id)).map((entry) => entry.id)).size).toBe(3);
    expect(new Set(receiver.deliveries.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('reaches an event that was never queued through the feed, to an endpoint made later [DLV-11]', async () => {
    const receiver = await rig.answering(204);
    const { id } = await rig.endpoint(receiver, { events: [] });
    const eventId = newId('evt');
    inFeed[eventId] = { namespace: 'acme/a' };
    await redeliver(eventId, id);
    await settled(id, ['succeeded']);
    expect(JSON.parse(receiver.deliveries[0].body.toString())).toMatchObject({
      id: eventId,
      data: { namespace: 'acme/a' },
    });
  });

  it('refuses what cannot be: unknown, expired or out of scope 404, not covering 400, disabled 409 [DLV-11] [DLV-13] [DLV-18]', async () => {
    const receiver = await rig.answering(204);
    const { id } = await rig.endpoint(receiver);
    const narrow = await rig.endpoint(receiver, { namespace_prefix: 'acme/b' });
    const event = await rig.raise();
    await settled(id, ['succeeded']);
    await expect(redeliver(newId('evt'), id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(redeliver('evt_missing', id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(redeliver(event.id, 'whe_none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(redeliver(event.id, narrow.id)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { reason: 'endpoint_not_covering' },
    });
    // A key of another namespace sees neither the event nor an endpoint wider than itself.
    await expect(redeliver(event.id, narrow.id, 'acme/b')).rejects.toMatchObject({ code: 'not_found' });
    const ofOrganization = newId('evt');
    inFeed[ofOrganization] = { namespace: null };
    await expect(redeliver(ofOrganization, narrow.id, 'acme/b')).rejects.toMatchObject({ code: 'not_found' });
    await enable(id, false);
    const before = await rig.log(id);
    await expect(redeliver(event.id, id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(recover(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rig.log(id)).toEqual(before);
    await enable(id, true);
    await rig.move(31 * dayMs);
    inFeed[event.id] = { namespace: 'acme/a' };
    await expect(redeliver(event.id, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(receiver.deliveries).toHaveLength(1);
  });

  it('sends a test again only to the endpoint that it tested, still as a test [DLV-11]', async () => {
    const receiver = await rig.answering(204);
    const [tested, other] = [await rig.endpoint(receiver), await rig.endpoint(receiver)];
    await rig.gateway.ask(testEndpoint, { id: tested.id, test: {} }, who());
    await settled(tested.id, ['succeeded']);
    const [{ event_id: eventId }] = await rig.log(tested.id);
    await expect(redeliver(eventId, other.id)).rejects.toMatchObject({ details: { reason: 'endpoint_not_covering' } });
    expect(await redeliver(eventId, tested.id)).toMatchObject({ test: true });
    await settled(tested.id, ['succeeded', 'succeeded']);
    expect(idsOf(receiver)).toEqual([eventId, eventId]);
    expect(JSON.parse(receiver.deliveries[1].body.toString())).toMatchObject({ test: true });
  });
});

describe('the log', () => {
  it('is newest first, a hundred a page, by status, and goes on by its cursor [WHK-24]', async () => {
    const { id } = await rig.endpoint(await rig.answering(204));
    const events: string[] = [];
    for (let i = 0; i < 103; i += 1) events.push((await rig.raise()).id);
    await eventually(async () => {
      const { deliveries } = await rig.gateway.ask(listDeliveries, { id, status: 'succeeded', limit: 100 }, who());
      expect(deliveries).toHaveLength(100);
      expect(await rig.log(id, 'pending')).toEqual([]);
    });
    const first = await rig.gateway.ask(listDeliveries, { id }, who());
    expect(first.deliveries).toHaveLength(100);
    const second = await rig.gateway.ask(listDeliveries, { id, cursor: String(first.next_cursor) }, who());
    expect(second).toMatchObject({ next_cursor: null });
    const all = [...first.deliveries, ...second.deliveries];
    expect(all.map(({ event_id: eventId }) => eventId).sort()).toEqual([...events].sort());
    const times = all.map(({ created_at: at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(await rig.log(id, 'failed')).toEqual([]);
    await expect(rig.gateway.ask(listDeliveries, { id, cursor: 'x' }, who())).rejects.toMatchObject({
      details: { reason: 'bad_cursor' },
    });
    const crafted = Buffer.from('["now","x"]').toString('base64url');
    await expect(rig.gateway.ask(listDeliveries, { id, cursor: crafted }, who())).rejects.toMatchObject({
      details: { reason: 'bad_cursor' },
    });
    await expect(rig.gateway.ask(listDeliveries, { id }, who('acme/a'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('tells the latest attempt with the first 1,024 bytes of its answer [WHK-25]', async () => {
    const receiver = await rig.receiver((response) => response.writeHead(418).end('x'.repeat(2_048)));
    const { id } = await rig.endpoint(receiver);
    const event = await rig.raise();
    await eventually(async () => {
      const [entry] = await rig.log(id, 'pending');
      expect(entry).toEqual({
        ...{ id: expect.stringMatching(/^dlv_/) as string, event_id: event.id, event_type: 'job.completed' },
        ...{ status: 'pending', attempts: 1, next_attempt_at: expect.any(String) as string },
        ...{ attempted_at: expect.any(String) as string, created_at: expect.any(String) as string },
        ...{
          status_code: 418,
          latency_ms: expect.any(Number) as number,
          error: 'http_status',
          response: 'x'.repeat(1_024),
        },
      });
    });
  });

  it('keeps a delivery for 30 days, and nothing of a deleted endpoint [WHK-26] [WHK-21]', async () => {
    const { id } = await rig.endpoint(await rig.answering(204));
    await rig.raise();
    await settled(id, ['succeeded']);
    await rig.move(29 * dayMs);
    await settled(id, ['succeeded']);
    await rig.move(2 * dayMs);
    await settled(id, []);
    await rig.gateway.ask(deleteEndpoint, { id }, who());
    await expect(rig.log(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

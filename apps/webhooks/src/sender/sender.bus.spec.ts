import { Running } from '@app/boot';
import {
  EndpointBody,
  EndpointView,
  EventRaised,
  createEndpoint,
  deleteEndpoint,
  eventRaised,
  eventSubject,
  patchEndpoint,
  showEndpoint,
  streams,
} from '@app/contracts';
import { armKillPoints, newId } from '@app/persistence';
import {
  Delivery,
  FakeService,
  WebhookReceiver,
  callerOf,
  eventually,
  freshSchema,
  setClock,
  startService,
  testEnvironment,
} from '@app/testing';
import { Webhook } from 'standardwebhooks';
import { webhooksSchema } from '../app.schema';
import { webhooksService } from '../app.service';
import { EGRESS } from './egress.token';
import { loopbackEgress } from '../testing/loopback-egress';

let service: Running;
let gateway: FakeService;
let receivers: WebhookReceiver[] = [];
let organization: string;
const moveClock = (ms: number): Promise<void> => setClock(testEnvironment().adminUrl, ms);

const receiverOf = async (answer?: Parameters<typeof WebhookReceiver.open>[0]): Promise<WebhookReceiver> => {
  const receiver = await WebhookReceiver.open(answer);
  receivers.push(receiver);
  return receiver;
};
const endpointAt = ({ origin }: WebhookReceiver, body: Partial<EndpointBody> = {}): Promise<EndpointView> =>
  gateway.ask(createEndpoint, { endpoint: { url: `${origin}/in`, events: ['*'], ...body } }, callerOf(organization));
const raised = (over: Partial<EventRaised> = {}): EventRaised => ({
  id: newId('evt'),
  type: 'job.completed',
  organization,
  namespace: 'acme/a',
  timestamp: new Date().toISOString(),
  endpoint: null,
  data: { namespace: 'acme/a', job: { text: 'Grüße, 你好, 👩‍🚀  two  blanks' } },
  ...over,
});
const say = async (event: EventRaised): Promise<EventRaised> => {
  await gateway.say(eventRaised, event, eventSubject(event.type as 'job.completed'));
  return event;
};
const idsOf = (receiver: WebhookReceiver): unknown[] => receiver.deliveries.map(({ headers }) => headers['webhook-id']);
const verify = (secret: string | undefined, { body, headers }: Delivery): unknown =>
  new Webhook(String(secret)).verify(body, headers as Record<string, string>);
const pending = async (): Promise<number> => {
  const { rows } = await service.platform.database.query<{ count: number }>(
    `select count(*)::int as count from delivery where organization = $1 and status = 'pending'`,
    [organization],
  );
  return rows[0].count;
};

beforeAll(async () => {
  await moveClock(0);
  await freshSchema(webhooksSchema);
  service = await startService(webhooksService, { overrides: [{ token: EGRESS, value: loopbackEgress() }] });
  gateway = await FakeService.open('gateway');
  await makeStream();
});
beforeEach(() => (organization = newId('org')));
afterEach(async () => {
  armKillPoints(() => undefined);
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
  await moveClock(0);
});
afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

describe('a delivery', () => {
  it('is signed over its exact bytes, with the five headers and the record of the feed [DLV-01] [SIG-01] [SIG-02] [FEED-05]', async () => {
    const receiver = await receiverOf();
    const { secret, id: endpointId } = await endpointAt(receiver);
    const event = await say(raised());
    await eventually(() => expect(receiver.deliveries).toHaveLength(1));
    const [delivery] = receiver.deliveries;
    const { id, type, timestamp, data } = event;
    expect(verify(secret, delivery)).toEqual({ id, type, timestamp, data });
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, delivery)).toThrow();
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': id,
      'user-agent': expect.stringMatching(/^JudgmentService-Webhooks\/1 \(\+https:\/\/\S+\)$/) as string,
    });
    expect(Math.abs(Number(delivery.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(3);
    await eventually(async () => {
      const { stats } = await gateway.ask(showEndpoint, { id: endpointId }, callerOf(organization));
      expect(stats).toMatchObject({ deliveries_24h: 1, success_rate_24h: 1 });
    });
  });

  it('goes to whom a subscription names and to whom the event fits, and nobody else [WHK-05] [WHK-06]', async () => {
    const [all, silent, elsewhere] = [await receiverOf(), await receiverOf(), await receiverOf()];
    await endpointAt(all);
    const named = await endpointAt(silent, { events: [] });
    await endpointAt(elsewhere, { namespace_prefix: 'acme/b' });
    const platform = await say(raised());
    const own = await say(raised({ type: 'subscription.entered', endpoint: named.id }));
    await say(raised({ type: 'subscription.entered' }));
    await eventually(() => expect([idsOf(all), idsOf(silent)]).toEqual([[platform.id], [own.id]]));
    await eventually(async () => expect(await pending()).toBe(0));
    expect([all.deliveries.length, silent.deliveries.length, elsewhere.deliveries.length]).toEqual([1, 1, 0]);
  });

  it('that failed comes again with the same id and a new signature [DLV-02] [DLV-04]', async () => {
    const answers = [500, 302, 204];
    const receiver = await receiverOf((response) => {
      response.writeHead(answers[receiver.deliveries.length - 1] ?? 204, { location: 'https://127.0.0.1/' }).end();
    });
    const { secret, id: endpointId } = await endpointAt(receiver);
    const { id } = await say(raised());
    await eventually(() => expect(receiver.deliveries).toHaveLength(1));
    await eventually(async () => expect((await logOf(id)).status_code).toBe(500));
    await moveClock(7_000);
    await eventually(() => expect(receiver.deliveries).toHaveLength(2));
    await eventually(async () => expect((await logOf(id)).status_code).toBe(302));
    await moveClock(7_000 + 361_000);
    await eventually(() => expect(receiver.deliveries).toHaveLength(3));
    expect(idsOf(receiver)).toEqual([id, id, id]);
    const times = receiver.deliveries.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(times[1] - times[0]).toBeGreaterThanOrEqual(6);
    expect(times[2] - times[1]).toBeGreaterThanOrEqual(360);
    verify(secret, receiver.deliveries[0]);
    await eventually(async () =>
      expect(await logOf(id)).toMatchObject({ status: 'succeeded', attempts: 3, status_code: 204 }),
    );
    const shown = await gateway.ask(showEndpoint, { id: endpointId }, callerOf(organization));
    expect(shown.stats).toMatchObject({ deliveries_24h: 1, success_rate_24h: 1 });
  });

  it.each([
    ['webhooks.attempt.before-send', 1],
    ['webhooks.attempt.after-send', 2],
    ['webhooks.claim.after-commit', 1],
    ['webhooks.record.before-commit', 2],
    ['webhooks.consume.before-commit', 1],
    ['webhooks.consume.after-commit', 1],
  ])('survives a death at %s and arrives %i times with one id [DLV-02] [DLV-07]', async (place, arrivals) => {
    const receiver = await receiverOf();
    await endpointAt(receiver);
    let deaths = 0;
    armKillPoints((name) => {
      if (name !== place || deaths++ > 0) return;
      throw new Error('killed');
    });
    const { id } = await say(raised());
    await eventually(() => expect(deaths).toBeGreaterThan(0));
    // The lease of what was held ends; where nothing was, the fact comes again by itself.
    if (place !== 'webhooks.consume.before-commit') await moveClock(31_000);
    await eventually(async () => expect(await logOf(id)).toMatchObject({ status: 'succeeded' }));
    // The process that takes over passes the place again.
    await eventually(() => expect(deaths).toBeGreaterThan(1));
    expect(idsOf(receiver)).toEqual(new Array(arrivals).fill(id));
  });

  it('to a receiver that hangs holds at most 16 and delays nobody else [DLV-09]', async () => {
    const hanging: (() => void)[] = [];
    const slow = await receiverOf((response) => hanging.push(() => response.end()));
    const quick = await receiverOf();
    await endpointAt(slow, { events: ['job.*'] });
    await endpointAt(quick, { events: ['calibration.*'] });
    for (let i = 0; i < 60; i += 1) await say(raised());
    await eventually(() => expect(slow.deliveries).toHaveLength(16));
    const startMs = performance.now();
    const { id } = await say(raised({ type: 'calibration.fitted' }));
    await eventually(() => expect(idsOf(quick)).toEqual([id]));
    expect(performance.now() - startMs).toBeLessThan(1_000);
    expect(slow.deliveries).toHaveLength(16);
    await eventually(async () => {
      hanging.splice(0).forEach((end) => end());
      expect(await pending()).toBe(0);
    });
    expect(new Set(idsOf(slow)).size).toBe(60);
  });

  it('keeps the pace of its endpoint [WHK-08]', async () => {
    const arrivals: number[] = [];
    const receiver = await receiverOf((response) => {
      arrivals.push(performance.now());
      response.end();
    });
    await endpointAt(receiver, { max_per_second: 10 });
    for (let i = 0; i < 15; i += 1) await say(raised());
    await eventually(() => expect(arrivals).toHaveLength(15));
    const tookMs = arrivals[14] - arrivals[0];
    expect(tookMs).toBeGreaterThan(1_300);
    expect(tookMs).toBeLessThan(4_000);
  });

  it('keeps a pace below one a second: one each two seconds [DLV-10] [WHK-08]', async () => {
    let movedMs = 0;
    const arrivals: number[] = [];
    const receiver = await receiverOf((response) => {
      arrivals.push(Date.now() + movedMs);
      response.end();
    });
    await endpointAt(receiver, { max_per_second: 0.5 });
    for (let i = 0; i < 3; i += 1) await say(raised());
    for (let sent = 1; sent <= 3; sent += 1) {
      await eventually(() => expect(arrivals).toHaveLength(sent));
      // Not the whole two seconds, so that the rest of them is kept in real time.
      await moveClock((movedMs += 1_900));
    }
    // Four seconds, but for what the first needed from its claim to its arrival.
    expect(arrivals[2] - arrivals[0]).toBeGreaterThan(2_500);
    await eventually(async () => expect(await pending()).toBe(0));
    expect(arrivals).toHaveLength(3);
  });

  it('is not made to a disabled endpoint, nor to a deleted one [WHK-01]', async () => {
    const receiver = await receiverOf();
    const { id } = await endpointAt(receiver);
    await gateway.ask(patchEndpoint, { id, patch: { enabled: false } }, callerOf(organization));
    const skipped = await say(raised());
    await eventually(async () => expect(await logOf(skipped.id)).toMatchObject({ status: 'skipped', attempts: 0 }));
    const enabled = await gateway.ask(patchEndpoint, { id, patch: { enabled: true } }, callerOf(organization));
    expect(enabled).toMatchObject({ status: 'active', enabled: true });
    const sent = await say(raised());
    await eventually(() => expect(idsOf(receiver)).toEqual([sent.id]));
    expect(await gateway.ask(deleteEndpoint, { id }, callerOf(organization))).toEqual({ deleted: true });
    await expect(gateway.ask(deleteEndpoint, { id }, callerOf(organization))).rejects.toMatchObject({
      code: 'not_found',
    });
    await say(raised());
    const marker = await receiverOf();
    await endpointAt(marker);
    const last = await say(raised());
    await eventually(() => expect(idsOf(marker)).toContain(last.id));
    expect(receiver.deliveries).toHaveLength(1);
  });
});

/** The stream that events-feed makes where it runs. */
async function makeStream(): Promise<void> {
  const { jsm } = service.platform.bus.connection;
  const stream = streams().find(({ name }) => name === eventRaised.stream);
  await jsm.streams
    .info(eventRaised.stream)
    .catch(() => jsm.streams.add({ name: stream?.name, subjects: stream?.subjects }));
}

async function logOf(eventId: string): Promise<Record<string, unknown>> {
  const { rows } = await service.platform.database.query<Record<string, unknown>>(
    'select status, attempts, status_code from delivery where event_id = $1',
    [eventId],
  );
  return rows[0] ?? {};
}

import { Running } from '@app/boot';
import {
  Caller,
  DeliveryList,
  EndpointBody,
  EndpointView,
  EventRaised,
  createEndpoint,
  deleteEndpoint,
  eventRaised,
  eventSubject,
  eventTypes,
  listDeliveries,
  listEndpoints,
  patchEndpoint,
  recoverDeliveries,
  redeliverEvent,
  rotateSecret,
  sampleOf,
  showEndpoint,
  testEndpoint,
} from '@app/contracts';
import { newId } from '@app/persistence';
import {
  FakeService,
  WebhookReceiver,
  callerOf,
  ensureStreams,
  eventually,
  freshSchema,
  setClock,
  startService,
  testEnvironment,
} from '@app/testing';
import { Webhook } from 'standardwebhooks';
import { webhooksSchema } from '../app.schema';
import { webhooksService } from '../app.service';
import { EGRESS } from '../sender/egress.token';
import { loopbackEgress } from '../testing/loopback-egress';

let service: Running;
let gateway: FakeService;
let organization: string;
let receivers: WebhookReceiver[] = [];
const moveClock = (ms: number): Promise<void> => setClock(testEnvironment().adminUrl, ms);

const receiverOf = async (answer?: Parameters<typeof WebhookReceiver.open>[0]): Promise<WebhookReceiver> => {
  const receiver = await WebhookReceiver.open(answer);
  receivers.push(receiver);
  return receiver;
};
const who = (others: Partial<Caller> = {}): Caller => callerOf(organization, others);
const endpointAt = (
  { origin }: WebhookReceiver,
  body: Partial<EndpointBody> = {},
  others: Partial<Caller> = {},
): Promise<EndpointView> =>
  gateway.ask(createEndpoint, { endpoint: { url: `${origin}/in`, events: ['*'], ...body } }, who(others));
const show = (id: string): Promise<EndpointView> => gateway.ask(showEndpoint, { id }, who());
const logOf = (id: string): Promise<DeliveryList> => gateway.ask(listDeliveries, { id }, who());
const say = async (over: Partial<EventRaised> = {}): Promise<string> => {
  const event: EventRaised = {
    ...{ id: newId('evt'), type: 'job.completed', organization, namespace: 'acme/a', endpoint: null },
    timestamp: new Date().toISOString(),
    data: { namespace: 'acme/a' },
    ...over,
  };
  await gateway.say(eventRaised, event, eventSubject(event.type as 'job.completed'));
  return event.id;
};
const idsOf = (receiver: WebhookReceiver): unknown[] => receiver.deliveries.map(({ headers }) => headers['webhook-id']);
const came = (receiver: WebhookReceiver, id: string): Promise<void> =>
  eventually(() => expect(idsOf(receiver)).toContain(id));

beforeAll(async () => {
  await moveClock(0);
  await freshSchema(webhooksSchema);
  service = await startService(webhooksService, { overrides: [{ token: EGRESS, value: loopbackEgress() }] });
  gateway = await FakeService.open('gateway');
  await ensureStreams(service);
});
beforeEach(() => (organization = newId('org')));
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
  await moveClock(0);
});
afterAll(async () => {
  await gateway.stop();
  await service.stop();
});

describe('an endpoint', () => {
  it('lives through all ten operations [WHK-01] [WHK-29]', async () => {
    const receiver = await receiverOf();
    const { id } = await endpointAt(receiver);
    expect((await show(id)).id).toBe(id);
    const { webhook_endpoints: listed } = await gateway.ask(listEndpoints, {}, who());
    expect(listed.map((each) => each.id)).toEqual([id]);
    const patched = await gateway.ask(patchEndpoint, { id, patch: { description: 'on call' } }, who());
    expect(patched.description).toBe('on call');
    const { secret } = await gateway.ask(rotateSecret, { id, rotation: {} }, who());
    const test = await gateway.ask(testEndpoint, { id, test: {} }, who());
    await came(receiver, test.id);
    expect(new Webhook(String(secret)).verify(receiver.deliveries[0].body, headersOf(receiver))).toEqual(test);
    const event = await say();
    await eventually(async () => {
      const { deliveries } = await logOf(id);
      expect(deliveries.map(({ event_id, status }) => [event_id, status])).toEqual([
        [event, 'succeeded'],
        [test.id, 'succeeded'],
      ]);
    });
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await gateway.ask(recoverDeliveries, { id, since }, who())).toEqual({ queued: 0 });
    expect(await gateway.ask(redeliverEvent, { event, endpoint: id }, who())).toMatchObject({ event_id: event });
    await eventually(() => expect(idsOf(receiver).filter((each) => each === event)).toHaveLength(2));
    expect(await gateway.ask(deleteEndpoint, { id }, who())).toEqual({ deleted: true });
    await expect(show(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps delivering after a downgrade; only one more is refused [WHK-14] [WHK-13]', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => receiverOf()));
    for (const receiver of five) await endpointAt(receiver, {}, { plan: 'team' });
    await expect(endpointAt(five[0], {}, { plan: 'developer' })).rejects.toMatchObject({
      code: 'plan_required',
      details: { capability: 'webhook_endpoints', required_plan: 'team', plan: 'developer' },
    });
    const id = await say();
    for (const receiver of five) await came(receiver, id);
    const { webhook_endpoints: kept } = await gateway.ask(listEndpoints, {}, who({ plan: 'developer' }));
    const patch = { description: 'still mine' };
    const changed = await gateway.ask(patchEndpoint, { id: kept[4].id, patch }, who({ plan: 'developer' }));
    expect(changed.description).toBe('still mine');
  });

  it('takes its pending deliveries to a new url, which is checked as the first was [WHK-33] [WHK-27]', async () => {
    const broken = await receiverOf((response) => response.writeHead(500).end());
    const mended = await receiverOf();
    const { id } = await endpointAt(broken);
    const event = await say();
    await eventually(async () => expect((await logOf(id)).deliveries[0]).toMatchObject({ status_code: 500 }));
    const before = await show(id);
    for (const url of ['https://localhost/', 'http://hooks.example.com/', 'https://u:p@hooks.example.com/']) {
      await expect(gateway.ask(patchEndpoint, { id, patch: { url } }, who())).rejects.toMatchObject({
        code: 'invalid_request',
        details: { path: '/url' },
      });
    }
    expect(await show(id)).toEqual(before);
    await gateway.ask(patchEndpoint, { id, patch: { url: `${mended.origin}/new` } }, who());
    await moveClock(7_000);
    await came(mended, event);
    expect(broken.deliveries).toHaveLength(1);
  });

  it('hears with `*` of every platform event, and of no subscription event that names another [WHK-33] [WHK-05]', async () => {
    const receiver = await receiverOf();
    const other = await receiverOf();
    await endpointAt(receiver);
    const named = await endpointAt(other, { events: [] });
    const platform = eventTypes.filter((type) => !type.startsWith('subscription.') && type !== 'webhook.test');
    const ids = await Promise.all(platform.map((type) => say({ type })));
    await say({ type: 'subscription.entered' });
    const own = await say({ type: 'subscription.exited', endpoint: named.id });
    await eventually(() => expect([...idsOf(receiver)].sort()).toEqual([...ids].sort()));
    await came(other, own);
    expect([receiver.deliveries.length, other.deliveries.length]).toEqual([platform.length, 1]);
  });
});

describe('a test send', () => {
  it.each(eventTypes)('of %s goes to one endpoint, with "test": true over a sample [WHK-23] [WHK-31]', async (type) => {
    const receiver = await receiverOf();
    const neighbour = await receiverOf();
    const { id, secret } = await endpointAt(receiver, { events: [] });
    await endpointAt(neighbour);
    const sent = await gateway.ask(testEndpoint, { id, test: { type } }, who());
    await came(receiver, sent.id);
    const body = new Webhook(String(secret)).verify(receiver.deliveries[0].body, headersOf(receiver));
    expect(body).toEqual(sent);
    expect(body).toMatchObject({ type, test: true, ...(type === 'webhook.test' ? {} : { data: sampleOf(type) }) });
    expect(JSON.stringify(body)).not.toContain('whsec_');
    const marker = await say();
    await came(neighbour, marker);
    expect(idsOf(neighbour)).toEqual([marker]);
  });

  it('tells of the endpoint itself when no type is named [WHK-23]', async () => {
    const { id, secret, ...known } = await endpointAt(await receiverOf());
    expect(secret).toBeDefined();
    const sent = await gateway.ask(testEndpoint, { id, test: {} }, who());
    expect(sent).toMatchObject({ type: 'webhook.test', data: { namespace: null, endpoint: { id, ...known } } });
  });

  it('is logged with test: true and counts in no figure, failed or not [WHK-31] [WHK-12]', async () => {
    const receiver = await receiverOf((response) => {
      response.writeHead(receiver.deliveries.length % 2 === 1 ? 500 : 204).end();
    });
    const { id, stats } = await endpointAt(receiver);
    for (let i = 0; i < 2; i += 1) await gateway.ask(testEndpoint, { id, test: {} }, who());
    await eventually(async () => {
      const { deliveries } = await logOf(id);
      expect(deliveries.map(({ test, attempted_at }) => [test, attempted_at !== null])).toEqual([
        [true, true],
        [true, true],
      ]);
    });
    expect((await show(id)).stats).toEqual(stats);
  });

  it('is never said to the feed [WHK-23]', async () => {
    const { jsm } = service.platform.bus.connection;
    const subjectsSaid = async (): Promise<number> => (await jsm.streams.info(eventRaised.stream)).state.last_seq;
    const receiver = await receiverOf();
    const { id } = await endpointAt(receiver);
    const before = await subjectsSaid();
    const { id: event } = await gateway.ask(testEndpoint, { id, test: { type: 'job.failed' } }, who());
    await came(receiver, event);
    await eventually(async () => expect((await logOf(id)).deliveries[0].status).toBe('succeeded'));
    expect(await subjectsSaid()).toBe(before);
  });

  it('is a conflict for a disabled endpoint, and not found outside the scope [WHK-31] [WHK-11]', async () => {
    const { id } = await endpointAt(await receiverOf(), { namespace_prefix: 'acme/prod/*' });
    const stranger = who({ scope: 'acme/test/*' });
    await expect(gateway.ask(testEndpoint, { id, test: {} }, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await gateway.ask(patchEndpoint, { id, patch: { enabled: false } }, who());
    await expect(gateway.ask(testEndpoint, { id, test: {} }, who())).rejects.toMatchObject({ code: 'conflict' });
    expect((await logOf(id)).deliveries).toEqual([]);
  });

  it('is sent once for one key of idempotency [WHK-23]', async () => {
    const receiver = await receiverOf();
    const { id } = await endpointAt(receiver);
    const effectId = newId('clm');
    const first = await gateway.ask(testEndpoint, { id, test: {} }, who(), effectId);
    expect(await gateway.ask(testEndpoint, { id, test: {} }, who(), effectId)).toEqual(first);
    const other = await gateway.ask(testEndpoint, { id, test: {} }, who());
    await came(receiver, other.id);
    await eventually(() => expect(idsOf(receiver)).toHaveLength(2));
  });
});

function headersOf(receiver: WebhookReceiver): Record<string, string> {
  return receiver.deliveries[0].headers as Record<string, string>;
}

import { eventRaised, eventTypes, sampleOf } from '@app/contracts/events';
import {
  DeliveryList,
  deleteEndpoint,
  listDeliveries,
  listEndpoints,
  patchEndpoint,
  recoverDeliveries,
  redeliverEvent,
  rotateSecret,
  testEndpoint,
} from '@app/contracts/webhooks';
import { newId } from '@app/persistence';
import { WebhookReceiver, eventually } from '@app/testing';
import { Webhook } from 'standardwebhooks';
import { OpenWebhooks, eventIdsOf } from '../testing/open-webhooks';

let webhooks: OpenWebhooks;

const logOf = (id: string): Promise<DeliveryList> => webhooks.gateway.ask(listDeliveries, { id }, webhooks.caller());
const arrived = (receiver: WebhookReceiver, id: string): Promise<void> =>
  eventually(() => expect(eventIdsOf(receiver)).toContain(id));

beforeAll(async () => {
  webhooks = await OpenWebhooks.open();
});
afterEach(() => webhooks.clear());
afterAll(() => webhooks.close());

describe('an endpoint', () => {
  it('goes through all ten operations [WHK-01] [WHK-29]', async () => {
    const receiver = await webhooks.receiver();
    const { id } = await webhooks.endpoint(receiver);
    expect((await webhooks.show(id)).id).toBe(id);
    const { webhook_endpoints: listed } = await webhooks.gateway.ask(listEndpoints, {}, webhooks.caller());
    expect(listed.map((each) => each.id)).toEqual([id]);
    const patched = await webhooks.gateway.ask(
      patchEndpoint,
      { id, patch: { description: 'on call' } },
      webhooks.caller(),
    );
    expect(patched.description).toBe('on call');
    const { secret } = await webhooks.gateway.ask(rotateSecret, { id, rotation: {} }, webhooks.caller());
    const test = await webhooks.gateway.ask(testEndpoint, { id, test: {} }, webhooks.caller());
    await arrived(receiver, test.id);
    expect(new Webhook(String(secret)).verify(receiver.deliveries[0].body, headersOf(receiver))).toEqual(test);
    const { id: event } = await webhooks.raise();
    await eventually(async () => {
      const { deliveries } = await logOf(id);
      expect(deliveries.map(({ event_id, status }) => [event_id, status])).toEqual([
        [event, 'succeeded'],
        [test.id, 'succeeded'],
      ]);
    });
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await webhooks.gateway.ask(recoverDeliveries, { id, since }, webhooks.caller())).toEqual({ queued: 0 });
    expect(await webhooks.gateway.ask(redeliverEvent, { event, endpoint: id }, webhooks.caller())).toMatchObject({
      event_id: event,
    });
    await eventually(() => expect(eventIdsOf(receiver).filter((each) => each === event)).toHaveLength(2));
    expect(await webhooks.gateway.ask(deleteEndpoint, { id }, webhooks.caller())).toEqual({ deleted: true });
    await expect(webhooks.show(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps its deliveries after a downgrade; only a further endpoint is refused [WHK-14] [WHK-13]', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => webhooks.receiver()));
    for (const receiver of five) await webhooks.endpoint(receiver, {}, { plan: 'team' });
    await expect(webhooks.endpoint(five[0], {}, { plan: 'developer' })).rejects.toMatchObject({
      code: 'plan_required',
      details: { capability: 'webhook_endpoints', required_plan: 'team', plan: 'developer' },
    });
    const { id } = await webhooks.raise();
    for (const receiver of five) await arrived(receiver, id);
    const { webhook_endpoints: kept } = await webhooks.gateway.ask(
      listEndpoints,
      {},
      webhooks.caller({ plan: 'developer' }),
    );
    const patch = { description: 'still ours' };
    const changed = await webhooks.gateway.ask(
      patchEndpoint,
      { id: kept[4].id, patch },
      webhooks.caller({ plan: 'developer' }),
    );
    expect(changed.description).toBe('still ours');
  });

  it('sends its pending deliveries to a new url, which is checked like the first [WHK-33] [WHK-27]', async () => {
    const broken = await webhooks.receiver((response) => response.writeHead(500).end());
    const mended = await webhooks.receiver();
    const { id } = await webhooks.endpoint(broken);
    const { id: event } = await webhooks.raise();
    await eventually(async () => expect((await logOf(id)).deliveries[0]).toMatchObject({ status_code: 500 }));
    const before = await webhooks.show(id);
    for (const url of ['https://localhost/', 'http://hooks.example.com/', 'https://u:p@hooks.example.com/']) {
      await expect(
        webhooks.gateway.ask(patchEndpoint, { id, patch: { url } }, webhooks.caller()),
      ).rejects.toMatchObject({
        code: 'invalid_request',
        details: { path: '/url' },
      });
    }
    expect(await webhooks.show(id)).toEqual(before);
    await webhooks.gateway.ask(patchEndpoint, { id, patch: { url: `${mended.origin}/new` } }, webhooks.caller());
    await webhooks.setClock(7_000);
    await arrived(mended, event);
    expect(broken.deliveries).toHaveLength(1);
  });

  it('receives with `*` every platform event, and no subscription event for another endpoint [WHK-33] [WHK-05]', async () => {
    const receiver = await webhooks.receiver();
    const other = await webhooks.receiver();
    await webhooks.endpoint(receiver);
    const named = await webhooks.endpoint(other, { events: [] });
    const platform = eventTypes.filter((type) => !type.startsWith('subscription.') && type !== 'webhook.test');
    const ids = await Promise.all(platform.map(async (type) => (await webhooks.raise({ type })).id));
    await webhooks.raise({ type: 'subscription.entered' });
    const { id: own } = await webhooks.raise({ type: 'subscription.exited', endpoint: named.id });
    await eventually(() => expect([...eventIdsOf(receiver)].sort()).toEqual([...ids].sort()));
    await arrived(other, own);
    expect([receiver.deliveries.length, other.deliveries.length]).toEqual([platform.length, 1]);
  });
});

describe('a test send', () => {
  it.each(eventTypes)('of %s goes to one endpoint, as a sample with "test": true [WHK-23] [WHK-31]', async (type) => {
    const receiver = await webhooks.receiver();
    const neighbour = await webhooks.receiver();
    const { id, secret } = await webhooks.endpoint(receiver, { events: [] });
    await webhooks.endpoint(neighbour);
    const sent = await webhooks.gateway.ask(testEndpoint, { id, test: { type } }, webhooks.caller());
    await arrived(receiver, sent.id);
    const body = new Webhook(String(secret)).verify(receiver.deliveries[0].body, headersOf(receiver));
    expect(body).toEqual(sent);
    expect(body).toMatchObject({ type, test: true, ...(type === 'webhook.test' ? {} : { data: sampleOf(type) }) });
    expect(JSON.stringify(body)).not.toContain('whsec_');
    const { id: marker } = await webhooks.raise();
    await arrived(neighbour, marker);
    expect(eventIdsOf(neighbour)).toEqual([marker]);
  });

  it('shows the endpoint itself when no type is named [WHK-23]', async () => {
    const { id, secret, ...known } = await webhooks.endpoint(await webhooks.receiver());
    expect(secret).toBeDefined();
    const sent = await webhooks.gateway.ask(testEndpoint, { id, test: {} }, webhooks.caller());
    expect(sent).toMatchObject({ type: 'webhook.test', data: { namespace: null, endpoint: { id, ...known } } });
  });

  it('is logged with test: true and counts in no figure, whether it fails or not [WHK-31] [WHK-12]', async () => {
    const receiver = await webhooks.receiver((response) => {
      response.writeHead(receiver.deliveries.length % 2 === 1 ? 500 : 204).end();
    });
    const { id, stats } = await webhooks.endpoint(receiver);
    for (let i = 0; i < 2; i += 1) await webhooks.gateway.ask(testEndpoint, { id, test: {} }, webhooks.caller());
    await eventually(async () => {
      const { deliveries } = await logOf(id);
      expect(deliveries.map(({ test, attempted_at }) => [test, attempted_at !== null])).toEqual([
        [true, true],
        [true, true],
      ]);
    });
    expect((await webhooks.show(id)).stats).toEqual(stats);
  });

  it('is not published to the feed [WHK-23]', async () => {
    const { jsm } = webhooks.service.platform.bus.connection;
    const countPublished = async (): Promise<number> => (await jsm.streams.info(eventRaised.stream)).state.last_seq;
    const receiver = await webhooks.receiver();
    const { id } = await webhooks.endpoint(receiver);
    const before = await countPublished();
    const { id: event } = await webhooks.gateway.ask(
      testEndpoint,
      { id, test: { type: 'job.failed' } },
      webhooks.caller(),
    );
    await arrived(receiver, event);
    await eventually(async () => expect((await logOf(id)).deliveries[0].status).toBe('succeeded'));
    expect(await countPublished()).toBe(before);
  });

  it('is a conflict for a disabled endpoint, and not found outside the scope [WHK-31] [WHK-11]', async () => {
    const { id } = await webhooks.endpoint(await webhooks.receiver(), { namespace_prefix: 'acme/prod/*' });
    const stranger = webhooks.caller({ scope: 'acme/test/*' });
    await expect(webhooks.gateway.ask(testEndpoint, { id, test: {} }, stranger)).rejects.toMatchObject({
      code: 'not_found',
    });
    await webhooks.setEnabled(id, false);
    await expect(webhooks.gateway.ask(testEndpoint, { id, test: {} }, webhooks.caller())).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await logOf(id)).deliveries).toEqual([]);
  });

  it('is sent once for one idempotency key [WHK-23]', async () => {
    const receiver = await webhooks.receiver();
    const { id } = await webhooks.endpoint(receiver);
    const effectId = newId('clm');
    const first = await webhooks.gateway.ask(testEndpoint, { id, test: {} }, webhooks.caller(), effectId);
    expect(await webhooks.gateway.ask(testEndpoint, { id, test: {} }, webhooks.caller(), effectId)).toEqual(first);
    const other = await webhooks.gateway.ask(testEndpoint, { id, test: {} }, webhooks.caller());
    await arrived(receiver, other.id);
    await eventually(() => expect(eventIdsOf(receiver)).toHaveLength(2));
  });
});

function headersOf(receiver: WebhookReceiver): Record<string, string> {
  return receiver.deliveries[0].headers as Record<string, string>;
}

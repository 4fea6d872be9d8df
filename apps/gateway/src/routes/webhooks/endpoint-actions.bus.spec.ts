import { RawReply, handle } from '@app/bus';
import { rotateSecret, testEndpoint } from '@app/contracts';
import { FakeService, freshSchema, startService } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { gatewayService } from '../../app.service';
import { GatewayClient } from '../../testing/gateway-client';

let door: GatewayClient;
let webhooks: FakeService;
let key: string;
let readOnly: string;
let asked: object[] = [];

beforeAll(async () => {
  const heard = (query: object): RawReply => {
    asked.push(query);
    return new RawReply('{}');
  };
  webhooks = await FakeService.open('webhooks', [
    handle(rotateSecret, async (query) => heard(query)),
    handle(testEndpoint, async (query) => heard(query)),
  ]);
  await freshSchema(gatewaySchema);
  const env = { PORT: '0', ADMIN_PORT: '0', WEBHOOK_EGRESS_ADDRESSES: '["203.0.113.7","2001:db8::/64"]' };
  door = GatewayClient.of(await startService(gatewayService, { env }));
  key = (await door.key('org-endpoint-actions')).key;
  readOnly = (await door.key('org-endpoint-actions', 'read_only')).key;
});
beforeEach(() => (asked = []));
afterAll(async () => {
  await door.close();
  await webhooks.stop();
});

describe('the actions of an endpoint', () => {
  const rotate = '/v1/webhook-endpoints/whe_1/rotate-secret';
  const test = '/v1/webhook-endpoints/whe_1/test';

  it('take a body, an empty one, or none [WHK-29] [SIG-04]', async () => {
    expect((await door.call('POST', rotate, key)).status).toBe(200);
    expect((await door.call('POST', rotate, key, {})).status).toBe(200);
    expect((await door.call('POST', rotate, key, { previous_valid_for: '0s' })).status).toBe(200);
    expect((await door.call('POST', test, key)).status).toBe(200);
    expect((await door.call('POST', test, key, { type: 'job.completed' })).status).toBe(200);
    expect(asked).toEqual([
      { id: 'whe_1', rotation: {} },
      { id: 'whe_1', rotation: {} },
      { id: 'whe_1', rotation: { previous_valid_for: '0s' } },
      { id: 'whe_1', test: {} },
      { id: 'whe_1', test: { type: 'job.completed' } },
    ]);
  });

  it.each([
    [rotate, { previous_valid_for: '' }],
    [rotate, { previous_valid_for: '-1s' }],
    [rotate, { previous_valid_for: null }],
    [rotate, { previous_valid_for: 60 }],
    [rotate, { secret: 'whsec_mine' }],
    [rotate, '"24h"'],
    [test, { type: 'job.exploded' }],
    [test, { type: 'job.*' }],
    [test, { data: {} }],
  ])('%s with %j is refused before anybody is asked [WHK-29] [SIG-07] [WHK-23]', async (path, body) => {
    const { status, json } = await door.call('POST', path, key, body);
    expect({ status, code: json.error?.code }).toEqual({ status: 400, code: 'invalid_request' });
    expect(asked).toEqual([]);
  });

  it('are not for read_only keys [WHK-09]', async () => {
    for (const path of [rotate, test]) expect((await door.call('POST', path, readOnly)).status).toBe(403);
    expect(asked).toEqual([]);
  });
});

it('publishes where deliveries come from, to anybody [WHK-28] [WHK-29]', async () => {
  const { status, json } = await door.call('GET', '/webhook-egress-addresses', null);
  expect({ status, json }).toEqual({ status: 200, json: { addresses: ['203.0.113.7', '2001:db8::/64'] } });
});

import { RawReply, handle } from '@app/bus';
import { rotateSecret, testEndpoint } from '@app/contracts/webhooks';
import { FakeService } from '@app/testing';
import { GatewayClient, openGateway } from '../../testing/gateway-client';

let gateway: GatewayClient;
let webhooks: FakeService;
let key: string;
let readOnly: string;
let received: object[] = [];

beforeAll(async () => {
  const receive = (query: object): RawReply => {
    received.push(query);
    return new RawReply('{}');
  };
  webhooks = await FakeService.open('webhooks', [
    handle(rotateSecret, async (query) => receive(query)),
    handle(testEndpoint, async (query) => receive(query)),
  ]);
  gateway = await openGateway({ WEBHOOK_EGRESS_ADDRESSES: '["203.0.113.7","2001:db8::/64"]' });
  key = (await gateway.key('org-endpoint-actions')).key;
  readOnly = (await gateway.key('org-endpoint-actions', 'read_only')).key;
});
beforeEach(() => (received = []));
afterAll(async () => {
  await gateway.close();
  await webhooks.stop();
});

describe('the actions of an endpoint', () => {
  const rotate = '/v1/webhook-endpoints/whe_1/rotate-secret';
  const test = '/v1/webhook-endpoints/whe_1/test';

  it('accept a body, an empty body, or none [WHK-29] [SIG-04]', async () => {
    expect((await gateway.call('POST', rotate, key)).status).toBe(200);
    expect((await gateway.call('POST', rotate, key, {})).status).toBe(200);
    expect((await gateway.call('POST', rotate, key, { previous_valid_for: '0s' })).status).toBe(200);
    expect((await gateway.call('POST', test, key)).status).toBe(200);
    expect((await gateway.call('POST', test, key, { type: 'job.completed' })).status).toBe(200);
    expect(received).toEqual([
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
  ])('%s with %j is refused without a message to webhooks [WHK-29] [SIG-07] [WHK-23]', async (path, body) => {
    const { status, json } = await gateway.call('POST', path, key, body);
    expect({ status, code: json.error?.code }).toEqual({ status: 400, code: 'invalid_request' });
    expect(received).toEqual([]);
  });

  it('are forbidden for read_only keys [WHK-09]', async () => {
    for (const path of [rotate, test]) expect((await gateway.call('POST', path, readOnly)).status).toBe(403);
    expect(received).toEqual([]);
  });
});

it('publishes the addresses that deliveries come from, without a key [WHK-28] [WHK-29]', async () => {
  const { status, json } = await gateway.call('GET', '/webhook-egress-addresses', null);
  expect({ status, json }).toEqual({ status: 200, json: { addresses: ['203.0.113.7', '2001:db8::/64'] } });
});

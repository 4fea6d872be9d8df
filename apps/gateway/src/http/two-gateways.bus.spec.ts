import { RawReply, handle } from '@app/bus';
import { createEndpoint } from '@app/contracts/webhooks';
import { FakeService } from '@app/testing';
import { randomUUID } from 'node:crypto';
import { GatewayClient, openGateway } from '../testing/gateway-client';

const atOnce = 50;
const rounds = process.env['LONG'] === '1' ? 200 : 8;

let gateways: GatewayClient[];
let owner: FakeService;
let key: string;
/** By url of the endpoint, how often its creation ran. */
const ran = new Map<string, number>();

beforeAll(async () => {
  owner = await FakeService.open('webhooks', [
    handle(createEndpoint, async ({ endpoint: { url } }) => {
      ran.set(url, (ran.get(url) ?? 0) + 1);
      // Long enough for others of the round to arrive while it runs.
      await new Promise((resolve) => setTimeout(resolve, 30));
      return RawReply.of({ status: 201, body: JSON.stringify({ id: 'whe_1', url, at: ran.get(url) }) });
    }),
  ]);
  gateways = [await openGateway(), await GatewayClient.start({ REPLICA: '1' })];
  ({ key } = await gateways[0].key('org-two'));
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await owner.stop();
});

it('two gateways do a request once when its key comes fifty times at once, and answer the others with 429 or the same [IDEM-01] [IDEM-05] [T13]', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const url = `https://example.com/${randomUUID()}`;
    const headers = { 'idempotency-key': randomUUID() };
    const send = (_: unknown, i: number) =>
      gateways[i % gateways.length].call('POST', '/v1/webhook-endpoints', key, { url }, headers);
    const replies = await Promise.all(Array.from({ length: atOnce }, send));
    const made = replies.filter(({ status }) => status === 201);
    expect(made.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { status, headers, json } of replies.filter(({ status }) => status !== 201)) {
      expect([status, json.error?.code, headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
    }
    expect(ran.get(url)).toBe(1);
    // A caller that was refused gets the same answer by now, from either gateway.
    for (const gateway of gateways) {
      const replayed = await gateway.call('POST', '/v1/webhook-endpoints', key, { url }, headers);
      expect([replayed.status, replayed.text]).toEqual([201, made[0].text]);
    }
  }
});

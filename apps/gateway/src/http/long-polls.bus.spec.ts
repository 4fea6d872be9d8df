import { RawReply, handle } from '@app/bus';
import { listEvents } from '@app/contracts/events';
import { FakeService, eventually } from '@app/testing';
import { longPollsOfSession } from '../admission/limit/long-polls';
import { GatewayClient, openGateway } from '../testing/gateway-client';
import { personOf } from '../testing/person';

describe('requests that wait for events', () => {
  let gateway: GatewayClient;
  let feed: FakeService;
  let held: (() => void)[] = [];

  beforeAll(async () => {
    feed = await FakeService.open('events-feed', [
      handle(listEvents, async ({ wait }) => {
        if (wait !== undefined) await new Promise<void>((resolve) => held.push(resolve));
        return new RawReply('{"events":[],"next_cursor":null}');
      }),
    ]);
    gateway = await openGateway();
  });
  afterAll(async () => {
    await gateway.close();
    await feed.stop();
  });

  it('are eight of a session at most; other reads, other people and keys go on [RATE-05]', async () => {
    const [ada, bob] = await Promise.all(
      ['ada', 'bob'].map((name) =>
        personOf(gateway, { email: `${name}@polls.example`, role: 'member', organization: 'polls' }),
      ),
    );
    const { key } = await gateway.key('polls');
    const waiting = Array.from({ length: longPollsOfSession }, () => ada.send('GET', '/events?wait=30'));
    await eventually(() => expect(held).toHaveLength(longPollsOfSession));
    const refused = await ada.send('GET', '/events?wait=30');
    expect([refused.status, refused.json.error?.details, refused.headers['retry-after']]).toEqual([
      429,
      { rate_limit: 'per_key', limit: 'long_polls_per_session' },
      '5',
    ]);
    expect((await ada.send('GET', '/events')).status).toBe(200);
    const others = [bob.send('GET', '/events?wait=30'), gateway.call('GET', '/v1/events?wait=30', key)];
    await eventually(() => expect(held).toHaveLength(longPollsOfSession + 2));
    held.forEach((end) => end());
    for (const reply of await Promise.all([...waiting, ...others])) expect(reply.status).toBe(200);
    held = [];
    const again = ada.send('GET', '/events?wait=30');
    await eventually(() => expect(held).toHaveLength(1));
    held.forEach((end) => end());
    expect((await again).status).toBe(200);
  });
});

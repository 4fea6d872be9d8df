import { RawReply, handle } from '@app/bus';
import { queryDocuments, readDocuments } from '@app/contracts/documents';
import { FakeService, eventually } from '@app/testing';
import { RateLimits } from './rate-limits';
import { GatewayClient, openGateway } from '../../testing/gateway-client';

describe('two gateways', () => {
  let gateways: GatewayClient[];
  let documents: FakeService;
  let key: string;
  const held: (() => void)[] = [];

  beforeAll(async () => {
    documents = await FakeService.open('documents', [
      handle(readDocuments, async () => new RawReply('{"id":"a"}')),
      handle(queryDocuments, async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return new RawReply('{"documents":[]}');
      }),
    ]);
    gateways = [await openGateway(), await GatewayClient.start({ REPLICA: '1' })];
    key = (await gateways[0].key('org-two')).key;
    await gateways[0].operate('limits --org org-two --requests-per-second-per-key 50 --requests-per-second-per-org 75');
  });
  afterAll(async () => {
    held.forEach((free) => free());
    for (const gateway of gateways) await gateway.close();
    await documents.stop();
  });

  const leaders = () => gateways.map((gateway) => gateway.running.app.get(RateLimits).isLeader);

  /** When a request was sent and answered, in milliseconds of this process. */
  interface Span {
    from: number;
    to: number;
  }

  /** Sends as many requests as it can for a while. @returns those that passed, and how many were refused */
  async function overload(forMs: number): Promise<{ passed: Span[]; refused: number }> {
    const startMs = performance.now();
    const passed: Span[] = [];
    let refused = 0;
    const client = async (i: number): Promise<void> => {
      while (performance.now() - startMs < forMs) {
        const from = performance.now();
        const { status } = await gateways[i % 2].call('GET', '/v1/organization', key);
        if (status === 200) passed.push({ from, to: performance.now() });
        else {
          refused++;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, i) => client(i)));
    return { passed, refused };
  }

  /** The most that were sent and answered within one second, wherever it begins: all of them were let in within it. */
  const mostInASecond = (passed: Span[]): number =>
    Math.max(...passed.map(({ from }) => passed.filter((one) => one.from >= from && one.to <= from + 1_000).length));

  it('hold one limit together and use most of it [RATE-06] [RATE-02]', async () => {
    expect(leaders().filter(Boolean)).toHaveLength(1);
    await eventually(async () => {
      for (const gateway of gateways)
        expect((await gateway.call('GET', '/v1/organization', key)).headers['x-ratelimit-limit']).toBe('50');
    });
    const { passed, refused } = await overload(4_000);
    expect(mostInASecond(passed)).toBeLessThanOrEqual(50);
    expect(refused).toBeGreaterThan(0);
    expect(passed.length).toBeGreaterThanOrEqual(50 * 4 * 0.7);
  });

  it('count reads in flight together [RATE-05] [RATE-06]', async () => {
    // A new key, so that the requests of the test before do not count.
    const { key: reader } = await gateways[0].key('org-reads');
    const running = Array.from({ length: 32 }, (_, i) =>
      gateways[i % 2].call('POST', '/v1/namespaces/both/query', reader, {}),
    );
    await eventually(() => expect(held).toHaveLength(32));
    const read = (gateway: GatewayClient) => gateway.call('GET', '/v1/namespaces/both/documents/a', reader);
    for (const gateway of gateways) {
      await eventually(async () =>
        expect((await read(gateway)).json.error?.details).toMatchObject({ concurrent_reads: 32 }),
      );
    }
    held.splice(0).forEach((free) => free());
    await Promise.all(running);
    await eventually(async () => expect((await read(gateways[1])).status).toBe(200));
  });

  it('go on when the limit leader stops, and the other becomes leader [RATE-06]', async () => {
    const leader = leaders().indexOf(true);
    await gateways[leader].running.app.get(RateLimits).endLead();
    const { passed } = await overload(2_000);
    expect(passed.length).toBeGreaterThan(0);
    expect(mostInASecond(passed)).toBeLessThanOrEqual(50);
    await eventually(() => expect(leaders()[1 - leader]).toBe(true), 30_000);
  });
});

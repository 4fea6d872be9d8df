import { RawReply, handle } from '@app/bus';
import { queryDocuments, readDocuments } from '@app/contracts';
import { FakeService, eventually, freshSchema, startService } from '@app/testing';
import { gatewaySchema } from '../app.schema';
import { gatewayService } from '../app.service';
import { RateLimits } from './rate-limits.service';
import { GatewayClient } from '../testing/gateway-client';

async function openDoor(env: Record<string, string> = {}): Promise<GatewayClient> {
  return GatewayClient.of(await startService(gatewayService, { env: { PORT: '0', ADMIN_PORT: '0', ...env } }));
}

describe('two gateways', () => {
  let doors: GatewayClient[];
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
    await freshSchema(gatewaySchema);
    doors = [await openDoor(), await openDoor({ REPLICA: '1' })];
    key = (await doors[0].key('org-two')).key;
    await doors[0].operate('limits --org org-two --requests-per-second-per-key 50 --requests-per-second-per-org 75');
  });
  afterAll(async () => {
    held.forEach((free) => free());
    for (const door of doors) await door.close();
    await documents.stop();
  });

  const keepers = () => doors.map((door) => door.running.app.get(RateLimits).isLeader);

  /** Offers as much as it can for a while. @returns how many passed, were refused, and in how many seconds */
  async function overload(forMs: number): Promise<{ passed: number; refused: number; seconds: number }> {
    const startMs = performance.now();
    let [passed, refused] = [0, 0];
    const client = async (i: number): Promise<void> => {
      while (performance.now() - startMs < forMs) {
        const { status } = await doors[i % 2].call('GET', '/v1/organization', key);
        if (status === 200) passed++;
        else {
          refused++;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, i) => client(i)));
    return { passed, refused, seconds: (performance.now() - startMs) / 1_000 };
  }

  it('hold one limit together, and use most of it [RATE-06] [RATE-02]', async () => {
    expect(keepers().filter(Boolean)).toHaveLength(1);
    await eventually(async () => {
      for (const door of doors)
        expect((await door.call('GET', '/v1/organization', key)).headers['x-ratelimit-limit']).toBe('50');
    });
    const { passed, refused, seconds } = await overload(4_000);
    // Its windows may begin anywhere: a second's worth more at most.
    expect(passed).toBeLessThanOrEqual(50 * (seconds + 1));
    expect(refused).toBeGreaterThan(0);
    expect(passed).toBeGreaterThanOrEqual(50 * 4 * 0.7);
  });

  it('count reads in flight together [RATE-05] [RATE-06]', async () => {
    // A key whose second nobody has used.
    const { key: reader } = await doors[0].key('org-reads');
    const running = Array.from({ length: 32 }, (_, i) =>
      doors[i % 2].call('POST', '/v1/namespaces/both/query', reader, {}),
    );
    await eventually(() => expect(held).toHaveLength(32));
    const read = (door: GatewayClient) => door.call('GET', '/v1/namespaces/both/documents/a', reader);
    for (const door of doors) {
      await eventually(async () =>
        expect((await read(door)).json.error?.details).toMatchObject({ concurrent_reads: 32 }),
      );
    }
    held.splice(0).forEach((free) => free());
    await Promise.all(running);
    await eventually(async () => expect((await read(doors[1])).status).toBe(200));
  });

  it('go on when the keeper stops, and another becomes it [RATE-06]', async () => {
    const keeper = keepers().indexOf(true);
    await doors[keeper].running.app.get(RateLimits).stop();
    const { passed, seconds } = await overload(2_000);
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThanOrEqual(50 * (seconds + 1));
    await eventually(() => expect(keepers()[1 - keeper]).toBe(true), 30_000);
  });
});

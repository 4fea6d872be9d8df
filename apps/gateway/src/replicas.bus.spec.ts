import { RawReply, answer } from '@app/bus';
import { queryDocuments, readDocuments } from '@app/contracts';
import { FakeService, eventually, freshSchema, startService } from '@app/testing';
import { gatewayRoom } from './app.room';
import { gatewayService } from './app.service';
import { Allowance } from './limit/allowance.service';
import { Door } from './testing/door';

jest.setTimeout(60_000);

async function openDoor(env: Record<string, string> = {}): Promise<Door> {
  return Door.of(await startService(gatewayService, { env: { PORT: '0', ADMIN_PORT: '0', ...env } }));
}

describe('two gateways', () => {
  let doors: Door[];
  let documents: FakeService;
  let key: string;
  const held: (() => void)[] = [];

  beforeAll(async () => {
    documents = await FakeService.open('documents', [
      answer(readDocuments, async () => new RawReply('{"id":"a"}')),
      answer(queryDocuments, async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return new RawReply('{"documents":[]}');
      }),
    ]);
    await freshSchema(gatewayRoom);
    doors = [await openDoor(), await openDoor({ REPLICA: '1' })];
    key = (await doors[0].key('org-two')).key;
    await doors[0].operate('limits --org org-two --requests-per-second-per-key 200 --requests-per-second-per-org 300');
  });
  afterAll(async () => {
    held.forEach((free) => free());
    for (const door of doors) await door.close();
    await documents.stop();
  });

  const keepers = () => doors.map((door) => door.running.app.get(Allowance).isKeeper);

  /** Offers as much as it can for a while. @returns how many passed */
  async function overload(forMs: number): Promise<number> {
    const endAtMs = Date.now() + forMs;
    let passed = 0;
    const client = async (i: number): Promise<void> => {
      while (Date.now() < endAtMs) {
        const { status } = await doors[i % 2].call('GET', '/v1/organization', key);
        if (status === 200) passed++;
        else await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, i) => client(i)));
    return passed;
  }

  it('hold one limit together, and use most of it [RATE-06] [RATE-02]', async () => {
    expect(keepers().filter(Boolean)).toHaveLength(1);
    await eventually(async () => {
      for (const door of doors)
        expect((await door.call('GET', '/v1/organization', key)).headers['x-ratelimit-limit']).toBe('200');
    });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const passed = await overload(4000);
    // Four seconds touch at most five windows of a second.
    expect(passed).toBeLessThanOrEqual(200 * 5);
    expect(passed).toBeGreaterThanOrEqual(200 * 4 * 0.75);
  });

  it('count reads in flight together [RATE-05] [RATE-06]', async () => {
    // The last second of the overload is still in the windows.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const running = Array.from({ length: 32 }, (_, i) =>
      doors[i % 2].call('POST', '/v1/namespaces/both/query', key, {}),
    );
    await eventually(() => Promise.resolve(expect(held).toHaveLength(32)));
    await new Promise((resolve) => setTimeout(resolve, 250));
    for (const door of doors) expect((await door.call('GET', '/v1/namespaces/both/documents/a', key)).status).toBe(429);
    held.splice(0).forEach((free) => free());
    await Promise.all(running);
    await eventually(async () =>
      expect((await doors[1].call('GET', '/v1/namespaces/both/documents/a', key)).status).toBe(200),
    );
  });

  it('go on when the keeper stops, and another becomes it [RATE-06]', async () => {
    const keeper = keepers().indexOf(true);
    await doors[keeper].running.app.get(Allowance).stop();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const passed = await overload(2000);
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThanOrEqual(200 * 3);
    await eventually(() => Promise.resolve(expect(keepers()[1 - keeper]).toBe(true)), 8000);
  });
});

import { RawReply, handle } from '@app/bus';
import { queryDocuments } from '@app/contracts';
import { FakeService, eventually, freshSchema, startService } from '@app/testing';
import { gatewaySettings } from '../app.config';
import { gatewaySchema } from '../app.schema';
import { gatewayService } from '../app.service';
import { GatewayClient, Reply } from '../testing/gateway-client';

describe("the operator's limits", () => {
  let door: GatewayClient;
  let documents: FakeService;
  const held: (() => void)[] = [];

  beforeAll(async () => {
    documents = await FakeService.open('documents', [
      handle(queryDocuments, async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return new RawReply('{"documents":[]}');
      }),
    ]);
    await freshSchema(gatewaySchema);
    door = GatewayClient.of(await startService(gatewayService, { env: { PORT: '0', ADMIN_PORT: '0' } }));
  });
  afterAll(async () => {
    held.forEach((free) => free());
    await door.close();
    await documents.stop();
  });

  const read = (key: string): Promise<Reply> => door.call('GET', '/v1/organization', key);
  const shows = (key: string, limit: number) =>
    eventually(async () => expect((await read(key)).headers['x-ratelimit-limit']).toBe(String(limit)));
  /** Asks more than the limit in one go, as often as a slow machine needs. @returns the details of what was refused */
  const refusals = (key: string, count: number): Promise<unknown[]> =>
    eventually(async () => {
      const replies = await Promise.all(Array.from({ length: count }, () => read(key)));
      const refused = replies.filter(({ status }) => status === 429).map(({ json }) => json.error?.details);
      expect(refused.length).toBeGreaterThan(0);
      return refused;
    });

  it("are the specification's by default", () => {
    const { requestsPerSecondPerKey, requestsPerSecondPerOrg, concurrentReads } = gatewaySettings;
    expect([requestsPerSecondPerKey, requestsPerSecondPerOrg, concurrentReads].map(({ fallback }) => fallback)).toEqual(
      [1000, 2000, 32],
    );
  });

  it('stand for every key of the organization until a key has its own, and `default` takes them back [RATE-07]', async () => {
    const first = await door.key('org-limits');
    const second = await door.key('org-limits');
    await shows(first.key, 1000);
    await door.operate('limits --org org-limits --requests-per-second-per-key 30');
    await door.operate(`limits --org org-limits --key ${second.id} --requests-per-second 40`);
    await Promise.all([shows(first.key, 30), shows(second.key, 40)]);
    for (const one of await refusals(first.key, 80)) {
      expect(one).toEqual({ rate_limit: 'per_key', limit: 'requests_per_second_per_key' });
    }
    await door.operate(`limits --org org-limits --key ${second.id} --requests-per-second default`);
    await shows(second.key, 30);
    await door.operate('limits --org org-limits --requests-per-second-per-key default');
    await Promise.all([shows(first.key, 1000), shows(second.key, 1000)]);
  });

  it('of an organization are named when they refuse [RATE-07] [ERR-06]', async () => {
    const { key } = await door.key('org-tight');
    await door.operate('limits --org org-tight --requests-per-second-per-org 20');
    await shows(key, 20);
    for (const one of await refusals(key, 60))
      expect(one).toEqual({ rate_limit: 'per_org', limit: 'requests_per_second_per_org' });
  });

  it('of reads in flight are told with their number [RATE-05] [RATE-07]', async () => {
    const { key } = await door.key('org-reads');
    await door.operate('limits --org org-reads --concurrent-reads 2');
    const query = () => door.call('POST', '/v1/namespaces/few/query', key, {});
    const running: Promise<Reply>[] = [];
    const refused = await eventually(async () => {
      held.splice(0).forEach((free) => free());
      await Promise.all(running.splice(0));
      running.push(query(), query());
      await eventually(() => expect(held).toHaveLength(2));
      const third = query();
      const reply = await Promise.race([third, new Promise<null>((resolve) => setTimeout(() => resolve(null), 300))]);
      if (reply === null) {
        running.push(third);
        throw new Error('not in force yet');
      }
      return reply;
    });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.json.error?.details).toEqual({ concurrent_reads: 2, limit: 'concurrent_reads_per_namespace' });
    held.splice(0).forEach((free) => free());
    for (const one of await Promise.all(running)) expect(one.status).toBe(200);
  });
});

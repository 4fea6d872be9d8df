import { RawReply, handle } from '@app/bus';
import { queryDocuments } from '@app/contracts/documents';
import { FakeService, eventually } from '@app/testing';
import { gatewaySettings } from '../../app.config';
import { GatewayClient, Reply, openGateway } from '../../testing/gateway-client';

describe("the operator's limits", () => {
  let gateway: GatewayClient;
  let documents: FakeService;
  const held: (() => void)[] = [];

  beforeAll(async () => {
    documents = await FakeService.open('documents', [
      handle(queryDocuments, async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return new RawReply('{"documents":[]}');
      }),
    ]);
    gateway = await openGateway();
  });
  afterAll(async () => {
    held.forEach((free) => free());
    await gateway.close();
    await documents.stop();
  });

  const read = (key: string): Promise<Reply> => gateway.call('GET', '/v1/organization', key);
  const shows = (key: string, limit: number) =>
    eventually(async () => expect((await read(key)).headers['x-ratelimit-limit']).toBe(String(limit)));
  /** Sends more requests than the limit at once, again if a slow machine spread them. @returns details of the refusals */
  const refusals = (key: string, count: number): Promise<unknown[]> =>
    eventually(async () => {
      const replies = await Promise.all(Array.from({ length: count }, () => read(key)));
      const refused = replies.filter(({ status }) => status === 429).map(({ json }) => json.error?.details);
      expect(refused.length).toBeGreaterThan(0);
      return refused;
    });

  it("are the specification's defaults when the operator set none [GEN-11]", () => {
    const { requestsPerSecondPerKey, requestsPerSecondPerOrg, concurrentReads } = gatewaySettings;
    expect([requestsPerSecondPerKey, requestsPerSecondPerOrg, concurrentReads].map(({ fallback }) => fallback)).toEqual(
      [1000, 2000, 32],
    );
  });

  it('hold for every key of the organization without a limit of its own, until `default` removes them [GEN-11] [RATE-07]', async () => {
    const first = await gateway.key('org-limits');
    const second = await gateway.key('org-limits');
    await shows(first.key, 1000);
    await gateway.operate('limits --org org-limits --requests-per-second-per-key 30');
    await gateway.operate(`limits --org org-limits --key ${second.id} --requests-per-second 40`);
    await Promise.all([shows(first.key, 30), shows(second.key, 40)]);
    for (const one of await refusals(first.key, 80)) {
      expect(one).toEqual({ rate_limit: 'per_key', limit: 'requests_per_second_per_key' });
    }
    await gateway.operate(`limits --org org-limits --key ${second.id} --requests-per-second default`);
    await shows(second.key, 30);
    await gateway.operate('limits --org org-limits --requests-per-second-per-key default');
    await Promise.all([shows(first.key, 1000), shows(second.key, 1000)]);
  });

  it('of an organization are named in their refusals [RATE-07] [ERR-06]', async () => {
    const { key } = await gateway.key('org-tight');
    await gateway.operate('limits --org org-tight --requests-per-second-per-org 20');
    await shows(key, 20);
    for (const one of await refusals(key, 60))
      expect(one).toEqual({ rate_limit: 'per_org', limit: 'requests_per_second_per_org' });
  });

  it('of reads in flight are refused with their number [GEN-11] [RATE-05] [RATE-07]', async () => {
    const { key } = await gateway.key('org-reads');
    await gateway.operate('limits --org org-reads --concurrent-reads 2');
    const query = () => gateway.call('POST', '/v1/namespaces/few/query', key, {});
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
    expect(refused.json.error?.details).toEqual({
      concurrent_reads: 2,
      rate_limit: 'per_org',
      limit: 'concurrent_reads_per_namespace',
    });
    held.splice(0).forEach((free) => free());
    for (const one of await Promise.all(running)) expect(one.status).toBe(200);
  });
});

import { GatewayClient, openGateway } from '../testing/gateway-client';

describe('the public port', () => {
  let gateway: GatewayClient;
  beforeAll(async () => (gateway = await openGateway()));
  afterAll(() => gateway.close());
  const statusOf = async (port: number, path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).status;

  it('says that the process lives and nothing of what is inside; the admin port does [defect S-M1]', async () => {
    expect(await statusOf(gateway.port, '/health/live')).toBe(200);
    for (const path of ['/metrics', '/health/ready']) {
      expect(await statusOf(gateway.port, path)).toBe(404);
      expect(await statusOf(gateway.running.adminPort, path)).toBe(200);
    }
  });

  it('is ready though the servers behind it are away: it answers its callers itself', async () => {
    const { platform } = gateway.running;
    jest.spyOn(platform.database, 'check').mockResolvedValue('the database does not answer');
    expect(await platform.health.readiness()).toEqual({ ok: true, failing: {} });
    expect(await platform.metrics.registry.metrics()).toMatch(/dependency_up\{dependency="database".*\} [01]/);
  });
});

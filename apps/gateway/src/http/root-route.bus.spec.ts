import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayClient, openGateway } from '../testing/gateway-client';

describe('the root of the public port', () => {
  /** No dashboard is in it, also where one was built. */
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  let gateway: GatewayClient;
  beforeAll(async () => (gateway = await openGateway({ DASHBOARD_FOLDER: folder })));
  afterAll(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  });

  /** What a load balancer sees: status and length of the body. */
  async function asked(method: string, headers: Record<string, string> = {}): Promise<[number, number]> {
    const reply = await fetch(`http://127.0.0.1:${gateway.port}/`, { method, headers, redirect: 'manual' });
    return [reply.status, (await reply.arrayBuffer()).byteLength];
  }

  it('is no page where no dashboard was built, and takes no other method [O-M9]', async () => {
    expect((await asked('GET', { accept: 'text/html' }))[0]).toBe(404);
    expect((await asked('POST'))[0]).toBe(404);
  });

  it('answers 200, and 503 while the process ends, without a body and without a look at a server, to who asks for no HTML [O-M9] [S-M1]', async () => {
    const probes: [string, Record<string, string>][] = [
      ['GET', {}],
      ['HEAD', {}],
      ['GET', { accept: '*/*', 'user-agent': 'GoogleHC/1.0' }],
    ];
    const all = () => Promise.all(probes.map(([method, headers]) => asked(method, headers)));
    expect(await all()).toEqual(probes.map(() => [200, 0]));
    const readiness = jest.spyOn(gateway.running.platform.health, 'checkReadiness');
    expect(await all()).toEqual(probes.map(() => [200, 0]));
    expect(readiness).not.toHaveBeenCalled();
    gateway.running.platform.health.drain();
    expect(await all()).toEqual(probes.map(() => [503, 0]));
  });
});

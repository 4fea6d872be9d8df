import { createServer } from 'node:net';
import { findFreePort, isPortFree } from './port';

describe('freePort', () => {
  it('gives ports that outgoing connections are never given, and no two alike', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));
    for (const port of ports) expect(port >= 15_000 && port < 32_000).toBe(true);
    expect(new Set(ports).size).toBeGreaterThan(17);
  });

  it('gives the one that is wished for while it is free, else another', async () => {
    const wanted = await findFreePort();
    expect(await findFreePort(wanted)).toBe(wanted);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
    expect(await isPortFree(wanted)).toBe(false);
    expect(await findFreePort(wanted)).not.toBe(wanted);
    await new Promise((resolve) => server.close(resolve));
  });
});

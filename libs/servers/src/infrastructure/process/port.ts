import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what systems give to outgoing connections (Linux from 32768, others from 49152): a port from there may be taken
 * by anyone's connection before its server listens, or while it is restarted.
 */
const range = [15_000, 32_000] as const;
const tries = 50;

/** A port of 127.0.0.1 that nobody listens on: `wanted` when it is free, else any. */
export async function findFreePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await isPortFree(wanted))) return wanted;
  for (let i = 0; i < tries; i++) {
    const port = randomInt(...range);
    if (await isPortFree(port)) return port;
  }
  return listen(0);
}

export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  try {
    await listen(port, host);
    return true;
  } catch {
    return false;
  }
}

function listen(port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

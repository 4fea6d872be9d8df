import { createServer } from 'node:net';

/** A port of 127.0.0.1 that nobody listens on: `wanted` when it is free, else any. */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await isPortFree(wanted))) return wanted;
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

import { connect } from 'node:net';

const connections = 4;
const requestsEach = 400;

/**
 * Uses up a key's second: cheap refused requests, written whole into a few connections, so that the client's own work
 * holds no slow machine up. Resolves when all are answered.
 */
export async function burst(baseUrl: string, key: string): Promise<void> {
  const { hostname, port, pathname } = new URL(baseUrl);
  const request = (more: string): string =>
    [`GET ${pathname}/namespaces?surplus=1 HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}${more}`, '\r\n'].join(
      '\r\n',
    );
  const text = request('').repeat(requestsEach - 1) + request('\r\nConnection: close');
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ host: hostname, port: Number(port) });
          socket.on('data', () => undefined);
          socket.once('error', reject);
          socket.once('close', () => resolve());
          socket.write(text);
        }),
    ),
  );
}

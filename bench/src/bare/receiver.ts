import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { machineMs } from '../statistics';

/** One delivery that came: the event's id and when its body was whole, by the machine's clock. */
export type Arrival = [id: string, atMs: number];
export type FromReceiver = { port: number } | { arrivals: Arrival[] };
/** Asks for the arrivals since the last time, once there are so many or after so long. */
export interface ToReceiver {
  expect: number;
  limitMs: number;
}

const keptAliveMs = 60_000;
const pem = (name: string): string =>
  readFileSync(join(process.cwd(), 'libs/egress/fixtures/tls', `valid.${name}.pem`), 'utf8');

/** Takes signed posts over TLS on loopback, answers each at once, and reports the moments of their arrival to its parent. */
export function startReceiver(): void {
  let arrivals: Arrival[] = [];
  let expected = Infinity;
  let late: NodeJS.Timeout | undefined;
  const send = (message: FromReceiver): void => void process.send?.(message);
  const sendArrivals = (): void => {
    clearTimeout(late);
    send({ arrivals });
    arrivals = [];
    expected = Infinity;
  };
  const server = createServer({ cert: pem('cert'), key: pem('key'), keepAlive: true }, (request, response) => {
    const { 'webhook-id': id, 'webhook-signature': signature } = request.headers;
    request.resume();
    request.on('end', () => {
      response.statusCode = typeof id === 'string' && signature ? 200 : 400;
      response.end('ok');
      if (response.statusCode !== 200) return;
      arrivals.push([id as string, machineMs()]);
      if (arrivals.length >= expected) sendArrivals();
    });
  });
  server.keepAliveTimeout = keptAliveMs;
  process.on('message', (message: ToReceiver) => {
    expected = message.expect;
    late = setTimeout(sendArrivals, message.limitMs);
    if (arrivals.length >= expected) sendArrivals();
  });
  server.listen(0, '127.0.0.1', () => send({ port: (server.address() as AddressInfo).port }));
}

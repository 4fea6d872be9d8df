import { IncomingMessage, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import type { KeeperOrders } from '../stack/keeper-orders';
import { Keeper } from './keeper';

/** After it a keeper goes without its stack, whose parts end by themselves when it is gone. */
const closeLimitMs = 30_000;

const orders: Record<keyof KeeperOrders, true> = {
  open: true,
  close: true,
  nats: true,
  natsStreams: true,
  postgres: true,
  backup: true,
  restore: true,
  standby: true,
  service: true,
  build: true,
  migrate: true,
  operate: true,
  arm: true,
  postgresProxy: true,
  breakCommit: true,
  brokenCommits: true,
  stepClock: true,
  isRunning: true,
  adminPort: true,
  reached: true,
};

/**
 * A keeper as a process: takes orders over HTTP on this machine, `POST /<order>` with a JSON list of arguments, and ends
 * with its parent. It sends its address to the parent, or prints it when there is none.
 */
export async function runKeeper(name: string): Promise<void> {
  const keeper = new Keeper(name);
  const server = createServer((request, response) => {
    obey(keeper, request).then(
      (result = null) => response.end(JSON.stringify({ result })),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
      },
    );
  });
  // It has one client, which lets go of its connections itself. A server that closes them after 5 s can meet an order on its way.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  keeper.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    setTimeout(() => process.exit(1), closeLimitMs).unref();
    void keeper.close().then(() => process.exit(0));
  };
  for (const signal of ['disconnect', 'SIGTERM', 'SIGINT'] as const) process.once(signal, close);
  if (process.send) process.send({ url: keeper.url });
  else process.stdout.write(`${keeper.url}\n`);
}

async function obey(keeper: Keeper, request: IncomingMessage): Promise<unknown> {
  const order = (request.url ?? '').slice(1);
  if (!Object.hasOwn(orders, order)) throw new Error(`There is no order "${order}".`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const args = JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown[];
  const method = keeper[order as keyof KeeperOrders] as (...given: unknown[]) => Promise<unknown>;
  return method.apply(keeper, args);
}

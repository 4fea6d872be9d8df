import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JudgmentClient, verifyWebhook } from '@app/sdk';
import { eventually, openLimitMs, openStack, sharedStack } from '@app/testing/stack';
import type { StackClient } from '@app/testing/stack';
import { FaultyProxy } from './scenario/faulty-proxy';
import { PackedCli } from './scenario/packed-cli';
import { Scenario } from './scenario/scenario';

const isLong = process.env.LONG === '1';
/** The long form kills the gateway, so that it has a stack of its own; the short one cuts replies on the way. */
let stack: StackClient;
let close: () => Promise<void>;
let proxy: FaultyProxy;
let cli: PackedCli;
let receiver: Server;
let target: string;
/** Ids of the events that the receiver could verify, in the order of their arrival. */
const received: string[] = [];
let secret = '';

beforeAll(async () => {
  if (isLong) {
    const own = await openStack({ name: 'listen', processes: true });
    [stack, close] = [own, () => own.close()];
  } else {
    const shared = await sharedStack();
    [stack, close] = [shared, () => shared.leave()];
  }
  const [baseUrl = ''] = stack.baseUrls;
  proxy = await FaultyProxy.before(baseUrl);
  cli = await PackedCli.install(proxy.baseUrl, stack.keys.rw);
  receiver = createServer((request, response) => {
    let payload = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (payload += chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      received.push(verifyWebhook({ payload, headers, secret }).id);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
}, openLimitMs);
afterAll(async () => {
  receiver?.close();
  await proxy?.close();
  cli?.remove();
  await close?.();
}, 60_000);

/** Begins to listen, and waits until it follows the feed. */
async function listen(namespace: string): Promise<ChildProcess> {
  const asked = proxy.heard.length;
  const types = ['--types', 'subscription.*', '--namespace-prefix', namespace];
  const child = cli.begin(namespace, ['listen', '--forward-to', target, ...types]);
  await eventually(() => expect(proxy.heard.length).toBeGreaterThan(asked + 1), 30_000);
  return child;
}

it(
  'listen across lost replies, its own end by kill -9 and gateways that are killed loses no event, and signs each with its secret [FEED-04]',
  async () => {
    const t1 = new Scenario(stack, 'cli/listen');
    const direct = new JudgmentClient({ baseUrl: stack.baseUrls[0], apiKey: stack.keys.rw, retries: 60 });
    const namespace = direct.namespace(t1.namespace);
    await direct.namespaces.create({ name: t1.namespace });
    await namespace.subscriptions.put('big', { filter: { 'attributes.n': { gte: 10 } } });
    secret = (await cli.run(t1.namespace, ['listen', '--print-secret'])).out.trim();
    const changes = isLong ? 60 : 10;
    // The first reply names the end of the feed, where it begins.
    proxy.play(null, ...Array.from({ length: 400 }, (_, n) => (n % 3 === 1 ? ('cut' as const) : null)));
    let child = await listen(t1.namespace);
    for (let n = 0; n < changes; n++) {
      await namespace.documents.upsert([{ id: 'a', attributes: { n: n % 2 === 0 ? 10 : 1 }, state: {} }]);
      if (n === Math.floor(changes / 2)) {
        await eventually(() => expect(received.length).toBeGreaterThan(0), 30_000);
        child.kill('SIGKILL');
        await once(child, 'exit');
        child = await listen(t1.namespace);
      }
      if (isLong && n % 20 === 10) {
        await stack.services.kill('gateway');
        await stack.services.start('gateway');
      }
    }
    const feed = async (): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await direct.events.read({ types: 'subscription.*', namespace_prefix: t1.namespace, cursor });
        ids.push(...page.events.map(({ id }) => id));
        if (page.events.length === 0 || page.next_cursor === null) return ids;
        cursor = page.next_cursor;
      }
    };
    await eventually(async () => expect(await feed()).toHaveLength(changes), 60_000);
    const expected = await feed();
    await eventually(() => expect(new Set(received).size).toBe(changes), 60_000);
    // An event may come again where its receipt was cut off; the first receipts are in the order of the feed.
    expect([...new Set(received)]).toEqual(expected);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(130);
  },
  isLong ? 600_000 : 90_000,
);

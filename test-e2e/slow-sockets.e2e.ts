import { services } from '@app/contracts';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Socket, connect } from 'node:net';
import { Scenario } from './scenario/scenario';

const isLong = process.env.LONG === '1';
/** Of each kind: heads and bodies that come byte by byte. */
const slow = isLong ? 500 : 60;
const good = isLong ? 2_000 : 50;
const dripEveryMs = 1_000;
/** Heads must be there in 10 s, and a body must have come with its least rate after 5 s; the server looks each second. */
const cutMs = 60_000;

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

/** Sockets that each send one byte a second, behind what they have sent at once. */
class SlowClients {
  private readonly sockets: Socket[] = [];
  private readonly timer = setInterval(() => this.drip(), dripEveryMs);
  /** Status lines of the replies of sockets that the server has closed. */
  readonly replies: string[] = [];

  open(count: number, head: string): Promise<void[]> {
    const { hostname, port } = new URL(stack.baseUrls[0]);
    return Promise.all(
      Array.from({ length: count }, () => {
        const socket = connect({ host: hostname, port: Number(port) });
        let reply = '';
        socket.on('error', () => undefined);
        socket.on('data', (bytes) => (reply += bytes.toString('latin1')));
        socket.once('close', () => this.replies.push(reply.split('\r\n', 1)[0]));
        this.sockets.push(socket);
        return new Promise<void>((resolve) => socket.once('connect', () => socket.write(head, () => resolve())));
      }),
    );
  }

  /** Resolves once the server has closed so many. @returns their replies */
  async untilCut(count: number): Promise<string[]> {
    await eventually(() => expect(this.replies).toHaveLength(count), cutMs);
    return this.replies;
  }

  close(): void {
    clearInterval(this.timer);
    this.sockets.forEach((socket) => socket.destroy());
  }

  private drip(): void {
    for (const socket of this.sockets) if (!socket.destroyed) socket.write('x');
  }
}

it(`answers others while ${2 * slow} sockets send a byte a second, and cuts these off with 503 [T27]`, async () => {
  const scenario = new Scenario(stack, 'slow');
  await scenario.upsert('d', { text: 'here' });
  const clients = new SlowClients();
  try {
    const path = `/v1/namespaces/${encodeURIComponent(scenario.namespace)}/documents`;
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${stack.keys.rw2}\r\n`;
    await clients.open(slow, `${head}x-slow: `);
    await clients.open(slow, `${head}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{"upsert":`);
    const times: number[] = [];
    for (let n = 0; n < good; n += 1) {
      const begun = performance.now();
      const { status } = await scenario.call('GET', '/documents/d?fresh=stored', undefined, { key: stack.keys.other });
      expect(status).toBe(404); // a stranger's read passes the same gateway, whatever the slow ones hold of their own
      expect((await scenario.call('GET', '/documents/d?fresh=stored')).status).toBe(200);
      times.push(performance.now() - begun);
    }
    if (isLong) expect(times.sort((x, y) => x - y)[Math.floor(good * 0.99)]).toBeLessThan(400); // two reads of 200 ms
    expect(new Set(await clients.untilCut(2 * slow))).toEqual(new Set(['HTTP/1.1 503 Service Unavailable']));
    for (const service of services) expect(await stack.services.isRunning(service)).toBe(true);
  } finally {
    clients.close();
  }
}, 300_000);

import { ServerResponse } from 'node:http';
import { Server, Socket, createServer } from 'node:net';
import { Writable } from 'node:stream';
import { Dialer } from '../connection/dialer';
import { testAuthority } from '../receiver/certificate.fake';
import { FakeResolver, LoopbackDialer, publicAddress } from '../receiver/network.fake';
import { Receiver } from '../receiver/receiver.fake';
import { afterRequest, bigBody, tlsServer, withRawServer } from './attempt.fake';
import { Egress } from './egress';
import { Outcome } from './outcome';

const never = new Promise<never>(() => undefined);
/** Sockets that never connect, as to an address that drops packets. */
class SilentDialer implements Dialer {
  readonly sockets: Socket[] = [];
  dial(): { socket: Socket; peerAddress: () => undefined } {
    const socket = new Socket();
    this.sockets.push(socket);
    return { socket, peerAddress: () => undefined };
  }
}

interface Rig {
  egress: Egress;
  /** Whether the attempt has reached the phase that hangs. */
  isThere: () => boolean;
  body?: Buffer;
}
type Phase = (run: (rig: Rig) => Promise<void>) => Promise<void>;

const egressTo = (port: number, addresses = [publicAddress]): Egress =>
  new Egress({
    resolver: new FakeResolver(() => addresses),
    dialer: new LoopbackDialer(() => port),
    authorities: testAuthority,
  });

/** A receiver that hangs in HTTP. */
const inHttp =
  (script: (response: ServerResponse) => void): Phase =>
  async (run) => {
    const receiver = await new Receiver(script).start();
    const egress = egressTo(receiver.port);
    await run({ egress, isThere: () => receiver.received.length > 0 });
    egress.close();
    await receiver.stop();
  };
/** A server that hangs below HTTP. */
const inRaw =
  (
    server: () => Server,
    event: 'connection' | 'secureConnection',
    script: (socket: Socket) => void,
    body?: Buffer,
  ): Phase =>
  (run) => {
    let isThere = false;
    const act = (socket: Socket): void => {
      isThere = true;
      script(socket);
    };
    const heard = event === 'connection' || body ? act : afterRequest(act);
    return withRawServer(server(), event, heard, (port) =>
      run({ egress: egressTo(port), isThere: () => isThere, body }),
    );
  };
/** Writes for ever, so that an idle time-out never fires. */
const drip = (stream: Writable): void => {
  const timer = setInterval(() => stream.write('.'), 50);
  stream.once('close', () => clearInterval(timer));
};

const inLookup: Phase = async (run) => {
  const resolver = new FakeResolver(() => never);
  const egress = new Egress({ resolver, dialer: new SilentDialer(), authorities: testAuthority });
  await run({ egress, isThere: () => resolver.asked.length > 0 });
};
const inDial: Phase = async (run) => {
  const dialer = new SilentDialer();
  const resolver = new FakeResolver(() => [publicAddress, '93.184.215.15']);
  const egress = new Egress({ resolver, dialer, authorities: testAuthority });
  await run({ egress, isThere: () => dialer.sockets.length > 0 });
  expect(dialer.sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
};

const connectMs = 5_000;
const totalMs = 15_000;
const phases: [string, number, Partial<Outcome>, Phase][] = [
  ['the look-up', connectMs, { statusCode: null }, inLookup],
  ['the connection', connectMs, { statusCode: null }, inDial],
  ['TLS', connectMs, { statusCode: null }, inRaw(createServer, 'connection', () => undefined)],
  [
    'taking the request',
    totalMs,
    { statusCode: null },
    inRaw(tlsServer, 'secureConnection', (socket) => socket.pause(), bigBody),
  ],
  ['the headers', totalMs, { statusCode: null }, inHttp(() => undefined)],
  [
    'headers that drip',
    totalMs,
    { statusCode: null },
    inRaw(tlsServer, 'secureConnection', (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      drip(socket);
    }),
  ],
  [
    'the body',
    totalMs,
    { statusCode: 200, responseText: 'abc' },
    inHttp((response) => response.writeHead(200, { 'content-length': 9 }).write('abc')),
  ],
  [
    'a body that drips',
    totalMs,
    { statusCode: 200, responseText: expect.stringMatching(/^\.{10,}$/) as string },
    inHttp((response) => {
      response.writeHead(200);
      drip(response);
    }),
  ],
];

const request = { url: 'https://hooks.example.com/', headers: {}, body: '{}' };

describe('on the injected clock, a receiver that hangs', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());
  // Sockets are real, so the test waits for them in turns of the event loop.
  const turns = async (isEnough: () => boolean, atMost = 20_000): Promise<void> => {
    for (let i = 0; i < atMost && !isEnough(); i += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it.each(phases)(
    'in %s ends the attempt at %d ms and not earlier [DLV-03]',
    async (_phase, cutMs, expected, phase) => {
      await phase(async ({ egress, isThere, body }) => {
        let outcome: Outcome | undefined;
        const attempt = egress.post({ ...request, body: body ?? request.body }).then((ended) => (outcome = ended));
        await turns(isThere);
        expect(isThere()).toBe(true);
        for (let passedMs = 0; passedMs < cutMs - 1_000; passedMs += 1_000) {
          jest.advanceTimersByTime(1_000);
          await turns(() => outcome !== undefined, 50);
        }
        jest.advanceTimersByTime(999);
        await turns(() => outcome !== undefined, 200);
        expect(outcome).toBeUndefined();
        jest.advanceTimersByTime(1);
        await turns(() => outcome !== undefined);
        expect(outcome).toMatchObject({ ok: false, error: 'timeout', latencyMs: cutMs, ...expected });
        await attempt;
      });
    },
  );

  it.each([
    [14_000, { ok: true, statusCode: 200, error: null, latencyMs: 14_000 }],
    [16_000, { ok: false, statusCode: null, error: 'timeout', latencyMs: 15_000 }],
  ])('and answers after %d ms succeeds within 15 s and fails after them [DLV-03]', async (answerMs, expected) => {
    await inHttp((response) => setTimeout(() => response.end('late'), answerMs))(async ({ egress, isThere }) => {
      let outcome: Outcome | undefined;
      const attempt = egress.post(request).then((ended) => (outcome = ended));
      await turns(isThere);
      jest.advanceTimersByTime(Math.min(answerMs, totalMs));
      await turns(() => outcome !== undefined);
      expect(outcome).toMatchObject(expected);
      await attempt;
      jest.advanceTimersByTime(answerMs);
    });
  });

  it('to connect and then to answer gets 15 seconds for both together [DLV-03]', async () => {
    const receiver = await new Receiver(() => undefined).start();
    const slow = (): Promise<string[]> => new Promise((resolve) => setTimeout(() => resolve([publicAddress]), 4_900));
    const egress = new Egress({
      resolver: new FakeResolver(slow),
      dialer: new LoopbackDialer(() => receiver.port),
      authorities: testAuthority,
    });
    let outcome: Outcome | undefined;
    const attempt = egress.post(request).then((ended) => (outcome = ended));
    jest.advanceTimersByTime(4_900);
    await turns(() => receiver.received.length > 0);
    jest.advanceTimersByTime(10_099);
    await turns(() => outcome !== undefined, 200);
    expect(outcome).toBeUndefined();
    jest.advanceTimersByTime(1);
    await attempt;
    expect(outcome).toMatchObject({ error: 'timeout', latencyMs: 15_000 });
    await receiver.stop();
  });
});

// In real time: short limits always, the true limits with LONG=1.
const lengths: [string, number][] = [
  ['a tenth of the true limits', 10],
  ...(process.env.LONG === '1' ? [['the true limits', 1] as [string, number]] : []),
];

describe.each(lengths)('in real time, with %s', (_title, divisor) => {
  it('a receiver that hangs ends the attempt in each phase, at 5.0 and 15.0 s [DLV-03]', async () => {
    const limits = { connectTimeoutMs: connectMs / divisor, totalTimeoutMs: totalMs / divisor };
    await Promise.all(
      phases.map(([title, cutMs, , phase]) =>
        phase(async ({ egress, body }) => {
          const outcome = await egress.post({ ...request, body: body ?? request.body, ...limits });
          expect([title, outcome.error]).toEqual([title, 'timeout']);
          expect(outcome.latencyMs).toBeGreaterThanOrEqual(cutMs / divisor - 20);
          expect(outcome.latencyMs).toBeLessThan(cutMs / divisor + 5_000);
        }),
      ),
    );
  }, 30_000);
});

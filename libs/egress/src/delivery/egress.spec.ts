import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Dialer } from '../connection/dialer';
import { testAuthority } from '../receiver/certificate.fake';
import { FakeResolver, LoopbackDialer, publicAddress } from '../receiver/network.fake';
import { Receiver } from '../receiver/receiver.fake';
import { Egress } from './egress';

let receiver: Receiver;
let egress: Egress;
let resolver: FakeResolver;
let dialer: LoopbackDialer;
const request = { url: 'https://hooks.example.com/in?x=1', headers: { 'webhook-id': 'evt_1' }, body: '{"a":"ü"}' };

function build(answers: (lookup: number) => string[] = () => [publicAddress], other?: Dialer): void {
  resolver = new FakeResolver((_host, lookup) => answers(lookup));
  dialer = new LoopbackDialer(() => receiver.port);
  egress = new Egress({ resolver, dialer: other ?? dialer, authorities: testAuthority, maxIdleConnections: 2 });
}

beforeEach(async () => {
  receiver = await new Receiver().start();
  build();
});
afterEach(async () => {
  egress.close();
  await receiver.stop();
});

describe('a delivery', () => {
  it('is a POST of the exact bytes with the headers given, SNI and Host of the name [DLV-01] [SIG-02]', async () => {
    const body = randomBytes(65_536);
    const outcome = await egress.post({ ...request, body });
    expect(outcome).toMatchObject({ ok: true, statusCode: 200, error: null, responseText: 'ok', retryAfter: null });
    expect(outcome.latencyMs).toBeGreaterThan(0);
    const [received] = receiver.received;
    expect(received).toMatchObject({ method: 'POST', path: '/in?x=1', sni: 'hooks.example.com' });
    expect(received?.headers).toMatchObject({
      host: 'hooks.example.com',
      'webhook-id': 'evt_1',
      'content-length': '65536',
    });
    expect(received?.body.equals(body)).toBe(true);
    expect(dialer.dials).toEqual([{ address: publicAddress, family: 4, port: 443 }]);
  });

  it('goes to the port of the URL, which Host names too', async () => {
    await egress.post({ ...request, url: 'https://hooks.example.com:8443/' });
    expect(dialer.dials[0]?.port).toBe(8_443);
    expect(receiver.received[0]?.headers.host).toBe('hooks.example.com:8443');
  });

  it('to a literal public address uses no resolver and no SNI, and checks the certificate for the address [SSRF-07]', async () => {
    const outcome = await egress.post({ ...request, url: `https://${publicAddress}/` });
    expect(outcome.ok).toBe(true);
    expect(resolver.asked).toEqual([]);
    expect(receiver.received[0]?.sni).toBe(false);
    expect(await egress.post({ ...request, url: 'https://93.184.215.15/' })).toMatchObject({ error: 'tls' });
  });

  it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://a.internal/', 'http://example.com/'])(
    'to %s is blocked at the attempt as it was at create [SSRF-05]',
    async (url) => {
      expect(await egress.post({ ...request, url })).toMatchObject({ ok: false, error: 'blocked_address' });
      expect([resolver.asked, dialer.dials]).toEqual([[], []]);
    },
  );

  it('tries the next checked address when one refuses the connection', async () => {
    const refusing = new LoopbackDialer(({ address }) => (address === publicAddress ? receiver.port : 1));
    build(() => ['93.184.215.15', '2606:4700::1', publicAddress], refusing);
    expect(await egress.post(request)).toMatchObject({ ok: true });
    expect(refusing.dials.map(({ address }) => address)).toEqual(['93.184.215.15', publicAddress]);
  });
});

describe('the peer of a connection', () => {
  it('is checked before any byte: a socket to another address sends nothing [SSRF-03]', async () => {
    const honest: Dialer = {
      dial: () => {
        const socket = connect({ host: '127.0.0.1', port: receiver.port });
        return { socket, peerAddress: () => socket.remoteAddress };
      },
    };
    build(undefined, honest);
    expect(await egress.post(request)).toMatchObject({ ok: false, error: 'blocked_address', statusCode: null });
    expect(receiver.received).toEqual([]);
  });

  it('is checked again after the handshake [SSRF-03]', async () => {
    let looks = 0;
    const shifting: Dialer = {
      dial: (target) => ({
        ...dialer.dial(target),
        peerAddress: () => (looks++ === 0 ? target.address : '10.0.0.1'),
      }),
    };
    build(undefined, shifting);
    expect(await egress.post(request)).toMatchObject({ error: 'blocked_address' });
    expect([looks, receiver.received.length]).toEqual([2, 0]);
  });
});

describe('a kept connection', () => {
  it('serves the next delivery while the name has the same addresses, and each attempt resolves the name [SSRF-05]', async () => {
    for (let i = 0; i < 5; i += 1) expect(await egress.post(request)).toMatchObject({ ok: true });
    expect([receiver.tcpConnections, resolver.asked.length]).toEqual([1, 5]);
  });

  it('serves no delivery when the name has other addresses or one that is not public [SSRF-02] [SSRF-05]', async () => {
    const answers = [[publicAddress], ['93.184.215.20'], [publicAddress, '10.0.0.1'], [publicAddress]];
    build((lookup) => answers[lookup] ?? []);
    const errors: (string | null)[] = [];
    for (let i = 0; i < 5; i += 1) errors.push((await egress.post(request)).error);
    expect(errors).toEqual([null, null, 'blocked_address', null, 'dns']);
    expect(dialer.dials.map(({ address }) => address)).toEqual([publicAddress, '93.184.215.20']);
    expect(receiver.received).toHaveLength(4 - 1);
  });

  it('that the receiver closed is replaced within the attempt, and nothing is sent twice', async () => {
    await egress.post(request);
    receiver.hangUp();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await egress.post(request)).toMatchObject({ ok: true });
    expect([receiver.tcpConnections, receiver.received.length]).toEqual([2, 2]);
  });

  it('is not kept after `connection: close`', async () => {
    receiver.script = (response) => response.writeHead(200, { connection: 'close' }).end();
    for (let i = 0; i < 3; i += 1) expect(await egress.post(request)).toMatchObject({ ok: true });
    expect(receiver.tcpConnections).toBe(3);
  });

  it('is never shared by two deliveries at a time, and few are kept', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => egress.post(request)));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(receiver.tcpConnections).toBe(20);
    await until(() => receiver.openConnections === 2);
    egress.close();
    await until(() => receiver.openConnections === 0);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 2_000 && !isSo(); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isSo()).toBe(true);
}

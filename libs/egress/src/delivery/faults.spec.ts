import { Socket, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { publicAuthorities } from '../connection/authorities';
import { certificateOf, testAuthority } from '../receiver/certificate.fake';
import { FakeResolver, LoopbackDialer, publicAddress } from '../receiver/network.fake';
import { Receiver } from '../receiver/receiver.fake';
import { afterRequest, attempt, attemptAt, shortLimits, tlsServer, withRawServer } from './attempt.fake';
import { Egress } from './egress';

const toTls = (script: (socket: Socket) => void) => withRawServer(tlsServer(), 'secureConnection', script, attempt);
const toTcp = (script: (socket: Socket) => void) => withRawServer(createServer(), 'connection', script, attempt);

// A few chunks of TLS may be in flight when enough is read.
const fewBytes = 200_000;

describe('a response', () => {
  it.each([
    ['of a length that its header names', { 'content-length': '10000000' }],
    ['of any length', {}],
    ['of a failure', { status: '500' }],
  ])(
    'of 10 MB %s is read up to 1 KB, and its status decides [WHK-25]',
    async (_title, { status, ...headers }: Record<string, string>) => {
      let written = 0;
      const { outcome, bytesRead } = await attemptAt((response) => {
        const chunk = Buffer.alloc(65_536, 'a');
        const pour = (): void => {
          while (written < 10_000_000 && !response.destroyed) {
            written += chunk.length;
            if (!response.write(chunk)) {
              response.once('drain', pour);
              return;
            }
          }
          response.end();
        };
        response.writeHead(Number(status ?? 200), headers);
        pour();
      });
      expect(outcome).toMatchObject({ ok: !status, error: status ? 'http_status' : null });
      expect(outcome.responseText).toBe('a'.repeat(1_024));
      expect(bytesRead).toBeLessThan(fewBytes);
    },
  );

  it('that is a gzip bomb stays compressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const { outcome, bytesRead } = await attemptAt((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(outcome).toMatchObject({ ok: true, statusCode: 200 });
    expect(outcome.responseText).toBe(bomb.subarray(0, 1_024).toString('utf8').replaceAll('\u0000', '\ufffd'));
    expect(bytesRead).toBeLessThan(fewBytes);
  });

  it('is not requested compressed [DLV-01]', async () => {
    const receiver = await new Receiver().start();
    await attempt(receiver.port);
    expect(receiver.received[0]?.headers).not.toHaveProperty('accept-encoding');
    await receiver.stop();
  });

  it('is cut by bytes, then decoded as UTF-8 that the log can store', async () => {
    const { outcome } = await attemptAt((response) => response.end(`\u0000${'ü'.repeat(600)}`));
    expect(outcome.responseText).toBe(`\ufffd${'ü'.repeat(511)}\ufffd`);
    const odd = await attemptAt((response) => response.end(Buffer.from([0x61, 0xff, 0x62])));
    expect(odd.outcome.responseText).toBe('a\ufffdb');
  });

  it('with huge headers fails', async () => {
    const { outcome } = await attemptAt((response) => response.writeHead(200, { 'x-big': 'b'.repeat(12_000) }).end());
    expect(outcome).toMatchObject({ ok: false, error: 'connect' });
  });

  it('sets no cookie that a later delivery would carry', async () => {
    const receiver = await new Receiver((response) => response.setHeader('set-cookie', 'a=b').end()).start();
    const resolver = new FakeResolver(() => [publicAddress]);
    const dialer = new LoopbackDialer(() => receiver.port);
    const egress = new Egress({ resolver, dialer, authorities: testAuthority });
    const request = { url: 'https://hooks.example.com/', headers: {}, body: '{}', ...shortLimits };
    for (let i = 0; i < 2; i += 1) await egress.post(request);
    expect(receiver.received.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
    egress.close();
    await receiver.stop();
  });

  it.each([
    ['a reset', (socket: Socket) => socket.destroy()],
    ['no HTTP', (socket: Socket) => socket.end('220 smtp ready\r\n')],
    ['half a head', (socket: Socket) => socket.end('HTTP/1.1 200 O')],
    ['half a body', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')],
    ['half a chunk', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nabc')],
  ])('that is %s fails with connect [DLV-04]', async (_title, act) => {
    const { outcome } = await toTls(afterRequest(act));
    expect(outcome).toMatchObject({ ok: false, error: 'connect' });
  });
});

describe('a connection', () => {
  it('that is refused fails with connect [DLV-04]', async () => {
    const { outcome } = await attempt(1);
    expect(outcome).toMatchObject({ ok: false, statusCode: null, error: 'connect' });
  });

  it.each([
    ['when it stands', (socket: Socket) => socket.resetAndDestroy()],
    ['at the first byte of TLS', afterRequest((socket) => socket.resetAndDestroy())],
  ])('that is reset %s fails with connect [DLV-04]', async (_title, script) => {
    expect((await toTcp(script)).outcome).toMatchObject({ ok: false, statusCode: null, error: 'connect' });
  });

  it('that is closed before any byte fails with connect [DLV-04]', async () => {
    expect((await toTcp((socket) => socket.end())).outcome).toMatchObject({ statusCode: null, error: 'connect' });
  });
});

describe('the certificate', () => {
  it.each(['expired', 'wrong-name', 'self-signed'] as const)(
    '%s fails with tls, no byte sent [SSRF-07] [DLV-04]',
    async (kind) => {
      const receiver = await new Receiver(undefined, kind).start();
      expect((await attempt(receiver.port)).outcome).toMatchObject({ ok: false, statusCode: null, error: 'tls' });
      expect(receiver.received).toEqual([]);
      await receiver.stop();
    },
  );

  it('signed by a test authority fails with the public authorities [SSRF-07]', async () => {
    const receiver = await new Receiver().start();
    const { outcome } = await attempt(receiver.port, shortLimits, publicAuthorities);
    expect(outcome).toMatchObject({ error: 'tls' });
    await receiver.stop();
  });

  it('must come by TLS: a plain answer fails with tls [SSRF-07]', async () => {
    const { outcome } = await toTcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    expect(outcome).toMatchObject({ ok: false, error: 'tls' });
  });

  it('must come by TLS 1.2 or later [SSRF-07]', async () => {
    const ciphers = 'DEFAULT@SECLEVEL=0';
    const old = createTlsServer({ ...certificateOf('valid'), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers });
    const { outcome } = await withRawServer(old, 'connection', () => undefined, attempt);
    expect(outcome).toMatchObject({ ok: false, error: 'tls' });
  });

  it('that a server requires of us fails with tls after the handshake', async () => {
    const server = createTlsServer({ ...certificateOf('valid'), requestCert: true, rejectUnauthorized: true });
    const { outcome } = await withRawServer(server, 'connection', () => undefined, attempt);
    expect(outcome).toMatchObject({ ok: false, error: 'tls' });
  });
});

it('throws for an invalid header, which is a defect of ours', async () => {
  const receiver = await new Receiver().start();
  const resolver = new FakeResolver(() => [publicAddress]);
  const egress = new Egress({ resolver, dialer: new LoopbackDialer(() => receiver.port), authorities: testAuthority });
  const request = { url: 'https://hooks.example.com/', headers: { 'webhook-id': 'a\r\nb: c' }, body: '{}' };
  await expect(egress.post(request)).rejects.toThrow();
  expect(receiver.received).toEqual([]);
  egress.close();
  await receiver.stop();
});

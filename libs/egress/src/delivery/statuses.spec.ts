import { testAuthority } from '../receiver/certificate.fake';
import { FakeResolver, LoopbackDialer, publicAddress } from '../receiver/network.fake';
import { Receiver } from '../receiver/receiver.fake';
import { afterRequest, attempt, attemptAt, shortLimits, tlsServer, withRawServer } from './attempt.fake';
import { Egress } from './egress';
import { Outcome } from './outcome';

/** The outcome of each status, over one connection as long as it stays usable. */
async function outcomesOf(statuses: number[]): Promise<Outcome[]> {
  const left = [...statuses];
  const receiver = await new Receiver((response) =>
    response.writeHead(left.shift() ?? 200, { 'retry-after': '7' }).end(),
  ).start();
  const dialer = new LoopbackDialer(() => receiver.port);
  const egress = new Egress({ resolver: new FakeResolver(() => [publicAddress]), dialer, authorities: testAuthority });
  const outcomes: Outcome[] = [];
  for (let i = 0; i < statuses.length; i += 1) {
    outcomes.push(await egress.post({ url: 'https://hooks.example.com/', headers: {}, body: '{}', ...shortLimits }));
  }
  egress.close();
  expect(receiver.received).toHaveLength(statuses.length);
  await receiver.stop();
  return outcomes;
}
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

describe('the status of a response', () => {
  it('from 200 to 299 is a success [DLV-03]', async () => {
    const statuses = range(200, 100);
    const outcomes = await outcomesOf(statuses);
    expect(outcomes.map(({ ok, statusCode, error }) => ({ ok, statusCode, error }))).toEqual(
      statuses.map((statusCode) => ({ ok: true, statusCode, error: null })),
    );
  });

  it('from 300 to 599 fails with http_status [DLV-04]', async () => {
    const statuses = range(300, 300);
    const outcomes = await outcomesOf(statuses);
    expect(outcomes.map(({ latencyMs: _latencyMs, ...rest }) => rest)).toEqual(
      statuses.map((statusCode) => ({
        ok: false,
        statusCode,
        error: 'http_status',
        responseText: '',
        retryAfter: '7',
      })),
    );
  });

  it.each([102, 103, 199])('%d is no final status and may precede one [DLV-03]', async (status) => {
    const answer = `HTTP/1.1 ${status} Wait\r\n\r\nHTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nhi`;
    const script = afterRequest((socket) => socket.end(answer));
    const { outcome } = await withRawServer(tlsServer(), 'secureConnection', script, attempt);
    expect(outcome).toMatchObject({ ok: true, statusCode: 202, responseText: 'hi' });
  });

  it('100 fails the attempt: undici takes it for an error when the request has no `expect`', async () => {
    const script = afterRequest((socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'));
    const { outcome } = await withRawServer(tlsServer(), 'secureConnection', script, attempt);
    expect(outcome).toMatchObject({ ok: false, statusCode: null, error: 'connect' });
  });

  it('101 fails the attempt, which asked for no other protocol [DLV-04]', async () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
    const script = afterRequest((socket) => socket.write(answer));
    const { outcome } = await withRawServer(tlsServer(), 'secureConnection', script, attempt);
    expect(outcome).toMatchObject({ ok: false, error: 'connect' });
  });
});

describe('a redirect', () => {
  const statuses = [300, 301, 302, 303, 305, 307, 308];

  it.each(statuses)('%d is not followed, to a private address or any other [SSRF-09] [DLV-04]', async (status) => {
    const target = await new Receiver().start();
    const places = [
      `https://127.0.0.1:${target.port}/`,
      `http://127.0.0.1:${target.port}/`,
      `//hooks.example.com:${target.port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'https://[::1]/',
      '/elsewhere',
    ];
    for (const location of places) {
      const { outcome, dials } = await attemptAt((response) => response.writeHead(status, { location }).end());
      expect(outcome).toMatchObject({ ok: false, statusCode: status, error: 'http_status', responseText: '' });
      expect(dials).toBe(1);
    }
    expect([target.tcpConnections, target.received]).toEqual([0, []]);
    await target.stop();
  });
});

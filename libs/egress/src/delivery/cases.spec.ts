import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { testAuthority } from '../receiver/certificate.fake';
import { FakeResolver, LoopbackDialer } from '../receiver/network.fake';
import { Receiver } from '../receiver/receiver.fake';
import { checkUrl } from '../url/endpoint-url';
import { Egress } from './egress';

interface Answers {
  A?: string[];
  AAAA?: string[];
  rcode?: string;
  timeout?: boolean;
  sequence?: Answers[];
  attempt?: number;
  server?: string;
}
interface Row {
  id: string;
  kind: string;
  url: string;
  verdict: string;
  why: string;
  dns_answers: Answers;
  expect: { attempt_error?: string; attempt_error_any?: string[]; connections?: number };
}
const file = join(__dirname, '../../fixtures/ssrf-cases.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Row[] };
const rows = cases.filter(({ kind, verdict }) => kind === 'dns' && verdict !== 'refused_at_create');

function answer({ sequence, ...all }: Answers, lookup: number): string[] | Promise<string[]> {
  const { A = [], AAAA = [], rcode, timeout } = sequence?.[lookup] ?? all;
  if (timeout) return new Promise(() => undefined);
  if (rcode !== undefined) throw Object.assign(new Error(`query ${rcode} 10.0.0.7`), { code: rcode });
  return [...A, ...AAAA];
}

function receiverOf(server: string | undefined): Receiver {
  if (server?.startsWith('certificate for another name')) return new Receiver(undefined, 'wrong-name');
  if (server?.startsWith('self-signed')) return new Receiver(undefined, 'self-signed');
  if (server?.startsWith('302')) {
    return new Receiver((response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
  }
  return new Receiver();
}

describe('deliveries to the addresses of the cases', () => {
  it('are all there', () => {
    expect(rows).toHaveLength(42 - 2);
  });

  it.each(rows.map((row) => [row.id, row.why, row] as const))(
    '%s %s [SSRF-02] [SSRF-04] [SSRF-08]',
    async (_id, _why, row) => {
      const { sequence, attempt = 1, server } = row.dns_answers;
      const receiver = await receiverOf(server).start();
      const resolver = new FakeResolver((_host, lookup) => answer(row.dns_answers, lookup));
      const dialer = new LoopbackDialer(() => receiver.port);
      const egress = new Egress({ resolver, dialer, authorities: testAuthority });
      try {
        const url = checkUrl(row.url);
        const request = { url, headers: {}, body: '{}', connectTimeoutMs: 500, totalTimeoutMs: 1_000 };
        for (let before = 1; before < attempt; before += 1) await egress.post(request);
        const [dialsBefore, receivedBefore] = [dialer.dials.length, receiver.received.length];
        const outcome = await egress.post(request);

        expect(resolver.asked).toEqual(Array(attempt).fill(new URL(url).hostname));
        if (row.verdict === 'allowed') {
          expect(outcome).toMatchObject({ ok: true, error: null });
          expect(receiver.received.at(-1)).toMatchObject({
            sni: new URL(url).host,
            headers: { host: new URL(url).host },
          });
        } else {
          const errors = row.expect.attempt_error_any ?? [row.expect.attempt_error ?? 'blocked_address'];
          expect(errors).toContain(outcome.error);
          expect(outcome.ok).toBe(false);
          if (row.expect.attempt_error !== 'http_status') expect(receiver.received).toHaveLength(receivedBefore);
          if (!server) expect(dialer.dials).toHaveLength(dialsBefore);
        }
        if (row.expect.connections !== undefined) expect(receiver.tcpConnections).toBe(row.expect.connections);
        const shown = JSON.stringify(outcome);
        for (const answers of [row.dns_answers, ...(sequence ?? [])]) {
          for (const address of [...(answers.A ?? []), ...(answers.AAAA ?? [])]) expect(shown).not.toContain(address);
        }
      } finally {
        egress.close();
        await receiver.stop();
      }
    },
  );
});

describe('allowed addresses of the cases', () => {
  const allowed = cases.filter(({ kind, verdict }) => kind === 'url' && verdict === 'allowed');

  it('are all there', () => {
    expect(allowed).toHaveLength(34);
  });

  it.each(allowed.map((row) => [row.id, row.url, row] as const))(
    '%s %s is sent to [SSRF-03]',
    async (_id, _url, row) => {
      const dialer = new LoopbackDialer(() => 1);
      const resolver = new FakeResolver(() => ['93.184.215.14']);
      const egress = new Egress({ resolver, dialer, authorities: testAuthority });
      const url = checkUrl(row.url);
      const { hostname, port } = new URL(url);
      const host = hostname.replace(/^\[|\]$/g, '');
      const outcome = await egress.post({ url, headers: {}, body: '{}' });
      egress.close();
      // No server listens there. The test checks which address is dialled, and that a literal is never looked up.
      expect(outcome).toMatchObject({ ok: false, error: 'connect' });
      expect(resolver.asked).toEqual(isIP(host) ? [] : [host]);
      expect(dialer.dials.map((dial) => [dial.address, dial.port])).toEqual([
        [isIP(host) ? host : '93.184.215.14', port === '' ? 443 : Number(port)],
      ]);
    },
  );
});

describe('a name that flips between public and private', () => {
  it('gets 1,000 attempts and no connection to a bad address [SSRF-03] [SSRF-05]', async () => {
    // Every third response closes its connection, so that new connections are opened all the time.
    const receiver = await new Receiver((response) => {
      if (receiver.received.length % 3 === 0) response.setHeader('connection', 'close');
      response.end();
    }).start();
    const bad = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'];
    // A fixed pseudo-random sequence, the same in every run.
    let state = 42;
    const next = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) >>> 8;
    const turns: boolean[] = [];
    const resolver = new FakeResolver(() => {
      const isBad = next() % 2 === 0;
      turns.push(isBad);
      const good = `93.184.215.${1 + (next() % 3)}`;
      return isBad ? [good, bad[next() % bad.length] ?? '::1'] : [good];
    });
    const dialer = new LoopbackDialer(() => receiver.port);
    const egress = new Egress({ resolver, dialer, authorities: testAuthority });
    try {
      for (let i = 0; i < 1_000; i += 1) {
        const { error } = await egress.post({ url: 'https://flip.example.com/', headers: {}, body: '{}' });
        expect(error).toBe(turns.at(-1) ? 'blocked_address' : null);
      }
      expect(resolver.asked).toHaveLength(1_000);
      expect(dialer.dials.length).toBeGreaterThan(50);
      expect(dialer.dials.every(({ address }) => address.startsWith('93.184.215.'))).toBe(true);
      expect(receiver.received.every(({ sni }) => sni === 'flip.example.com')).toBe(true);
      expect(receiver.received).toHaveLength(turns.filter((isBad) => !isBad).length);
    } finally {
      egress.close();
      await receiver.stop();
    }
  }, 30_000);
});

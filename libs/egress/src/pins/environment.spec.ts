import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Receiver } from '../receiver/receiver.fake';
import type { Verdicts } from './verdicts.fake';

const run = promisify(execFile);
const root = join(__dirname, '../../../..');
const authority = join(root, 'libs/egress/fixtures/tls/authority.cert.pem');
let folder: string;
let program: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'egress-'));
  program = join(folder, 'verdicts.cjs');
  const entry = join(__dirname, 'verdicts.fake.ts');
  const problem = join(root, 'libs/problem/src/index.ts');
  const options = ['--bundle', '--platform=node', '--log-level=warning', `--alias:@app/problem=${problem}`];
  execFileSync(join(root, 'node_modules/.bin/esbuild'), [entry, `--outfile=${program}`, ...options]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

it('no variable of the environment changes a verdict of a production process [SSRF-11] [SSRF-07]', async () => {
  const proxied: string[] = [];
  const proxy = createServer((request, response) => {
    proxied.push(request.url ?? '');
    response.end();
  });
  proxy.on('connect', (request, socket) => {
    proxied.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const receivers = [await new Receiver().start(), await new Receiver(undefined, 'expired').start()];
  const verdictsWith = async (env: NodeJS.ProcessEnv, ...flags: string[]): Promise<Verdicts> => {
    const ports = receivers.map(({ port }) => String(port));
    const { stdout } = await run(process.execPath, [...flags, program, ...ports], {
      env: { PATH: process.env.PATH, ...env },
    });
    return JSON.parse(stdout) as Verdicts;
  };
  const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'https_proxy', 'http_proxy', 'all_proxy'];
  const plain = await verdictsWith({});
  const hostile = await verdictsWith({
    ...Object.fromEntries(proxies.map((name) => [name, proxyUrl])),
    NODE_USE_ENV_PROXY: '1',
    NO_PROXY: '',
    NODE_ENV: 'test',
    DEBUG: '*',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_EXTRA_CA_CERTS: authority,
    SSL_CERT_FILE: authority,
    LOCALDOMAIN: 'corp.internal',
    RES_OPTIONS: 'ndots:9',
    HOSTALIASES: authority,
  });
  const flagged = await verdictsWith({ SSL_CERT_FILE: authority }, '--use-openssl-ca', '--tls-min-v1.0');
  for (const receiver of receivers) {
    expect(receiver.received).toEqual([]);
    await receiver.stop();
  }
  await new Promise((resolve) => proxy.close(resolve));

  expect(plain).toEqual({
    urls: [
      ...[
        'https://127.0.0.1/',
        'https://localhost/',
        'https://a.internal/',
        'http://example.com/',
        'https://[::1]/',
      ].map((url) => [url, 'refused']),
      ['https://example.com/', 'accepted'],
    ],
    addresses: [
      ['127.0.0.1', 'loopback'],
      ['169.254.169.254', 'link_local'],
      ['10.0.0.1', 'private'],
      ['fd00::1', 'private'],
      ['64:ff9b::808:808', 'embeds_ipv4'],
      ['8.8.8.8', 'public'],
    ],
    attempts: ['blocked_address', 'blocked_address', 'tls', 'tls'],
    // Node's TLS reads it for a default that the guard sets itself.
    read: ['NODE_TLS_REJECT_UNAUTHORIZED'],
  });
  // Node warns about a variable, and reads these to decide on colours.
  for (const other of [hostile, flagged]) expect({ ...other, read: [] }).toEqual({ ...plain, read: [] });
  expect(proxied).toEqual([]);
}, 60_000);

it('no code of the guard reads the environment, arguments, files or settings [SSRF-11]', () => {
  const source = join(root, 'libs/egress/src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.(spec|fake)\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(15);
  for (const name of files) {
    const text = readFileSync(join(source, name), 'utf8');
    expect([name, /process\.(env|argv)|node:fs|node:os|@app\/config|require\(|import\(/.exec(text)?.[0]]).toEqual([
      name,
      undefined,
    ]);
  }
});

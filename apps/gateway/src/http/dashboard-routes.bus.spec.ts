import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayClient, openGateway } from '../testing/gateway-client';

const nonceIn = (policy: string | null): string | undefined => /'nonce-([^']+)'/.exec(policy ?? '')?.[1];

describe('the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  let gateway: GatewayClient;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    for (const end of ['', '.br', '.gz']) writeFileSync(join(folder, 'assets', `main.H.js${end}`), `run()${end}`);
    writeFileSync(join(folder, 'secret.txt'), 'no');
    const page = '<!doctype html><script nonce="{{nonce}}" src="/app/assets/main.H.js"></script>';
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ page, assets: ['main.H.js'] }));
    gateway = await openGateway({ DASHBOARD_FOLDER: folder });
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  });
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${gateway.port}${path}`, { headers, redirect: 'manual' });

  it('is one page at every address below /app/, with another nonce in each reply [DASH-06]', async () => {
    const nonces = new Set<string | undefined>();
    for (const path of ['/app/', '/app/judgment/late?ns=acme%2Fprod', '/app//x', '/app/%2e%2e%2fsecret.txt']) {
      const reply = await get(path);
      expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
      const nonce = nonceIn(reply.headers.get('content-security-policy'));
      expect(await reply.text()).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  it('has assets that browsers keep, compressed, and no other file', async () => {
    const coded = await get('/app/assets/main.H.js', { 'accept-encoding': 'br' });
    expect(coded.headers.get('cache-control')).toContain('immutable');
    expect(coded.headers.get('content-encoding')).toBe('br');
    expect(coded.headers.get('x-content-type-options')).toBe('nosniff');
    const tag = coded.headers.get('etag') ?? '';
    expect((await get('/app/assets/main.H.js', { 'accept-encoding': 'br', 'if-none-match': tag })).status).toBe(304);
    expect(await (await get('/app/assets/main.H.js', { 'accept-encoding': 'identity' })).text()).toBe('run()');
    for (const name of ['other.js', '..%2fsecret.txt', '%2e%2e%2fmanifest.json', 'main.H.js.br']) {
      const reply = await get(`/app/assets/${name}`);
      expect([name, reply.status]).toEqual([name, 404]);
      expect(((await reply.json()) as { error: { code: string } }).error.code).toBe('not_found');
    }
  });

  it('is where / leads a browser; other clients learn there whether the gateway is ready', async () => {
    const browser = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, 'app/']);
    expect((await get('/', { accept: '*/*' })).status).toBe(200);
    expect((await get('/app')).headers.get('location')).toBe('/app/');
  });
});

describe('a dashboard that is still being built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  let gateway: GatewayClient;
  beforeAll(async () => {
    gateway = await openGateway({ DASHBOARD_FOLDER: folder, DASHBOARD_AWAITED: 'true' });
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  });
  const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${gateway.port}${path}`);

  it('is a page that says so and loads itself again, and then the dashboard [DASH-06]', async () => {
    const before = await get('/app/link');
    expect([before.status, before.headers.get('retry-after'), before.headers.get('cache-control')]).toEqual([
      503,
      '1',
      'no-store',
    ]);
    const text = await before.text();
    expect(text).toContain('The dashboard is being built');
    expect(text).toContain(`<script nonce="${nonceIn(before.headers.get('content-security-policy'))}">`);
    expect((await get('/app/assets/main.H.js')).status).toBe(404);

    mkdirSync(join(folder, 'assets'));
    for (const end of ['', '.br', '.gz']) writeFileSync(join(folder, 'assets', `main.H.js${end}`), 'run()');
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ page: 'the dashboard', assets: ['main.H.js'] }));
    const after = await get('/app/link');
    expect([after.status, await after.text()]).toEqual([200, 'the dashboard']);
    expect((await get('/app/assets/main.H.js')).status).toBe(200);
  });
});

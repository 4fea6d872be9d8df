import { GatewayClient, openGateway } from '../testing/gateway-client';

describe('the public port', () => {
  let gateway: GatewayClient;
  beforeAll(async () => (gateway = await openGateway()));
  afterAll(() => gateway.close());
  const statusOf = async (port: number, path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).status;

  it('says that the process lives and nothing of what is inside; the admin port does [defect S-M1]', async () => {
    expect(await statusOf(gateway.port, '/health/live')).toBe(200);
    for (const path of ['/metrics', '/health/ready']) {
      expect(await statusOf(gateway.port, path)).toBe(404);
      expect(await statusOf(gateway.running.adminPort, path)).toBe(200);
    }
  });

  it('is ready though the servers behind it are away: it answers its callers itself', async () => {
    const { platform } = gateway.running;
    jest.spyOn(platform.database, 'check').mockResolvedValue('the database does not answer');
    expect(await platform.health.checkReadiness()).toEqual({ ok: true, failing: {} });
    expect(await platform.metrics.registry.metrics()).toMatch(/judgment_dependency_up\{dependency="database".*\} [01]/);
  });

  it('serves the page of the API from itself alone: no foreign host, no script or style of another place [VER-06]', async () => {
    const base = `http://127.0.0.1:${gateway.port}`;
    const page = await fetch(`${base}/docs/api`);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(html).not.toMatch(/\/\/|<script>|<style|style=|\son\w+=/);
    expect(html).toContain('<a href="/docs">Guides</a>');
    const loaded = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path);
    expect(loaded).toHaveLength(4);
    for (const path of loaded) {
      expect(path).toMatch(/^\/docs\/[a-z-]+\.[0-9a-f]{16}\.(js|css)$/);
      const plain = await fetch(`${base}${path}`, { headers: { 'accept-encoding': 'identity' } });
      const small = await fetch(`${base}${path}`, { headers: { 'accept-encoding': 'gzip' } });
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, 'gzip']);
      expect(await small.text()).toBe(await plain.text());
    }
    expect(await statusOf(gateway.port, '/docs/../package.json')).toBe(404);
    expect(await statusOf(gateway.port, '/docs/swagger-ui.0000000000000000.js')).toBe(404);
  });

  it('leads from an address of the guides with a slash at its end to the one without [DLV-01]', async () => {
    const base = `http://127.0.0.1:${gateway.port}`;
    for (const address of ['/docs', '/docs/api', '/docs/webhooks', '/docs/contract']) {
      const page = await fetch(`${base}${address}/?from=mail`);
      expect([page.status, new URL(page.url).pathname]).toEqual([200, address]);
    }
    expect(await statusOf(gateway.port, '/docs/nosuch/')).toBe(404);
  });

  it('opens on the guides, each from itself alone, at one address, and asked for again without its bytes [DLV-01] [VER-06]', async () => {
    const base = `http://127.0.0.1:${gateway.port}`;
    const index = await (await fetch(`${base}/docs`)).text();
    const addresses = [...new Set([...index.matchAll(/href="(\/docs[^"#]*)"/g)].map(([, path]) => path))];
    expect(addresses).toEqual(expect.arrayContaining(['/docs', '/docs/api', '/docs/own-data', '/docs/webhooks']));
    for (const address of addresses.filter((path) => !/\.(css|js)$|^\/docs\/api$/.test(path))) {
      const page = await fetch(base + address, { headers: { 'accept-encoding': 'gzip' } });
      const html = await page.text();
      expect([address, page.status, page.headers.get('content-encoding')]).toEqual([address, 200, 'gzip']);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      expect(html).not.toMatch(/<script(?! src="\/docs\/moved\.)|<style|\sstyle=|\son\w+=|href="repo:/);
      const tag = page.headers.get('etag') ?? '';
      const again = await fetch(base + address, { headers: { 'accept-encoding': 'gzip', 'if-none-match': tag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    const loaded = [...index.matchAll(/(?:src|href)="(\/docs\/[^"]+\.(?:css|js))"/g)].map(([, path]) => path);
    expect(loaded).toHaveLength(2);
    for (const path of loaded) expect([path, await statusOf(gateway.port, path)]).toEqual([path, 200]);
  });
});

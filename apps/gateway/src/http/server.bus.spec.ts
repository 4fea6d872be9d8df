import { RawReply, handle } from '@app/bus';
import { changeNamespace, listNamespaces, readDocuments, writeDocuments } from '@app/contracts/documents';
import { Problem, fullOf } from '@app/problem';
import { FakeService } from '@app/testing';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { routes } from '../routes/routes';
import { GatewayClient, openGateway } from '../testing/gateway-client';

const document = {
  id: 'a',
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};
const noHeaders = (headers: Record<string, unknown>): void => {
  expect(headers['x-ratelimit-limit']).toBeUndefined();
  expect(headers['x-ratelimit-remaining']).toBeUndefined();
};

describe('the gateway in front of fake owners', () => {
  let gateway: GatewayClient;
  let documents: FakeService;
  let key: string;
  let readOnly: string;
  let scoped: string;
  let writes: { query: object; organization: string; effectId?: string }[] = [];

  beforeAll(async () => {
    documents = await FakeService.open('documents', [
      handle(readDocuments, async ({ read }) => {
        if (read.ids[0] === 'missing') throw new Problem('not_found', 'There is no such document.');
        if (read.ids[0] === 'broken') throw new Error('select secret from table at host db-1');
        if (read.ids[0] === 'busy') throw fullOf('x.v1', 'bound', 2);
        return new RawReply(JSON.stringify({ ...document, id: read.ids[0] }));
      }),
      handle(writeDocuments, async (query, call) => {
        writes.push({ query, organization: call.who.organization, effectId: call.effectId });
        return new RawReply('{"upserted":1}');
      }),
      handle(listNamespaces, async () => new RawReply('{"namespaces":[],"next_cursor":null}')),
      handle(changeNamespace, async () => new RawReply('{"name":"acme/prod"}')),
    ]);
    gateway = await openGateway();
    key = (await gateway.key('org-edge')).key;
    readOnly = (await gateway.key('org-edge', 'read_only')).key;
    scoped = (await gateway.key('org-edge', 'read_write', 'acme/prod/tenant_1*')).key;
  });
  afterAll(async () => {
    await gateway.close();
    await documents.stop();
  });
  beforeEach(() => (writes = []));

  it('serves every declared route', () => {
    const fastify = (gateway.running.app as NestFastifyApplication).getHttpAdapter().getInstance();
    const missing = routes.filter(({ method, path }) => !fastify.hasRoute({ method, url: `/v1${path}` }));
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('passes a reply through unchanged, with correct rate headers [RATE-04] [GEN-02]', async () => {
    const { status, headers, json } = await gateway.call('GET', '/v1/namespaces/acme%2Fprod/documents/a%2Fb', key);
    expect({ status, json }).toEqual({ status: 200, json: { ...document, id: 'a/b' } });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-ratelimit-limit']).toBe('1000');
    expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(1000);
  });

  it('answers an unknown route, and a route without /v1, with 404 and no rate headers [ERR-08] [GEN-01] [AUTH-06]', async () => {
    for (const path of ['/v1/nope', '/engines', '/v1/Namespaces', '/v1/namespaces/a/judgments/']) {
      const { status, headers, json } = await gateway.call('GET', path, key);
      expect({ path, status, code: json.error?.code }).toEqual({ path, status: 404, code: 'not_found' });
      noHeaders(headers);
    }
    const other = await gateway.call('PUT', '/v1/namespaces/acme', key, {});
    expect(other.status).toBe(404);
  });

  it('answers a malformed namespace with 400 before it checks the key [NS-04] [NS-01] [NS-03]', async () => {
    const bad = [
      'acme%20prod',
      '%2E',
      '%2E%2E',
      'a%00',
      'acme%252Fprod',
      'acme%2F*%2Fx',
      '*',
      'a'.repeat(257),
      'a'.repeat(4000),
      'acme%zz',
      'acme%C3%28',
      '%61'.repeat(4000),
    ];
    for (const name of bad)
      for (const who of [key, null]) {
        const { status, headers, json } = await gateway.call('GET', `/v1/namespaces/${name}/judgments`, who);
        expect({ name, status, code: json.error?.code }).toEqual({ name, status: 400, code: 'invalid_request' });
        noHeaders(headers);
      }
  });

  it('refuses an `Authorization` header that does not hold one valid key [AUTH-01] [AUTH-06]', async () => {
    const headers = [
      'Basic dXNlcjpwdw==',
      'Bearer ',
      `Token ${key}`,
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${key} ${key}`,
      `Bearer ${key},${key}`,
      'Bearer ééé',
    ];
    for (const authorization of headers) {
      const reply = await gateway.call('GET', '/v1/namespaces', null, undefined, { authorization });
      expect({ authorization, status: reply.status, code: reply.json.error?.code }).toEqual({
        authorization,
        status: 401,
        code: 'unauthorized',
      });
      noHeaders(reply.headers);
    }
    expect((await gateway.call('GET', '/v1/namespaces', null)).status).toBe(401);
    expect((await gateway.call('GET', '/v1/starters', null)).status).toBe(401);
  });

  it('checks role and scope before the content of the request [AUTH-02] [AUTH-04] [AUTH-05]', async () => {
    const write = await gateway.call('PATCH', '/v1/namespaces/acme%2Fprod', readOnly, '{nonsense');
    expect({ status: write.status, code: write.json.error?.code }).toEqual({ status: 403, code: 'forbidden' });
    expect(write.headers['x-ratelimit-limit']).toBe('1000');
    expect(
      (await gateway.call('POST', '/v1/namespaces/acme%2Fprod/judgments/j1/alternatives/drafts', readOnly)).status,
    ).toBe(403);
    expect((await gateway.call('GET', '/v1/namespaces/acme%2Fprod/documents/a?fresh=require', readOnly)).status).toBe(
      403,
    );
    for (const outside of ['tenant_12', 'tenant_1x%2Fa', 'tenant_2', '*'])
      expect((await gateway.call('GET', `/v1/namespaces/acme%2Fprod%2F${outside}/judgments`, scoped)).status).toBe(403);
    expect((await gateway.call('GET', '/v1/namespaces/acme%2Fprod%2Ftenant_1%2Fa/documents/a', scoped)).status).toBe(
      200,
    );
    for (const prefix of ['*', 'acme/prod/tenant_12', 'acme/prod/tenant_2/']) {
      const body = { url: 'https://example.com/h', namespace_prefix: prefix };
      expect((await gateway.call('POST', '/v1/webhook-endpoints', scoped, body)).status).toBe(403);
    }
  });

  it('lets no key rename its organization, and says who may [defect W-L3]', async () => {
    const before = await gateway.call('GET', '/v1/organization', key);
    for (const body of [{ name: 'other' }, { name: 'other', non_production_prefixes: ['dev/'] }]) {
      const { status, json } = await gateway.call('PATCH', '/v1/organization', key, body);
      expect([status, json.error?.code, json.error?.message]).toEqual([
        ...[403, 'forbidden'],
        'No API key may change `name`; an owner or admin of the organization must sign in to do it.',
      ]);
    }
    expect((await gateway.call('GET', '/v1/organization', key)).json).toEqual(before.json);
  });

  it('refuses bodies that the contract does not allow, and names the path [GEN-05] [GEN-12]', async () => {
    const cases: [string | Buffer, string][] = [
      ['', 'bad_json'],
      ['   ', 'bad_json'],
      ['{"pinned":true}}', 'bad_json'],
      ['[]', 'bad_type'],
      ['{"pinned":true}\0', 'bad_json'],
      [Buffer.from([0xff, 0xfe, 0x7b, 0x00]), 'bad_encoding'],
      [Buffer.from('efbbbf7b7d', 'hex'), 'bad_encoding'],
      ['{"\\u005f\\u005fproto\\u005f\\u005f":{"x":1}}', 'unknown_field'],
      ['{"budget":{"__proto__":{"x":1},"compute_usd_per_month":5,"on_exceeded":"pause"}}', 'unknown_field'],
      ['{"toString":1}', 'unknown_field'],
      ['{"name":"x"}', 'read_only_field'],
      [`{"a":${'['.repeat(100_000)}`, 'too_deep'],
      ['{"pinned":"true"}', 'bad_type'],
      ['{"pinned":1}', 'bad_type'],
      ['{"budget":{"compute_usd_per_month":1e999,"on_exceeded":"pause"}}', 'bad_number'],
      [`{"budget":{"compute_usd_per_month":${'9'.repeat(100_000)},"on_exceeded":"pause"}}`, 'number_precision'],
      ['{"default_engine":{"name":"gpt-9","version":"current"}}', 'bad_enum'],
    ];
    for (const [body, reason] of cases) {
      const { status, json } = await gateway.call('PATCH', '/v1/namespaces/acme%2Fprod', key, body);
      expect({ body: String(body).slice(0, 60), status, reason: json.error?.details?.['reason'] }).toEqual({
        body: String(body).slice(0, 60),
        status: 400,
        reason,
      });
    }
    for (const type of [
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'application/json; charset=utf-16',
      '',
    ]) {
      const { status, json } = await gateway.call('PATCH', '/v1/namespaces/acme%2Fprod', key, '{"pinned":true}', {
        'content-type': type,
      });
      expect({ type, status, reason: json.error?.details?.['reason'] }).toEqual({
        type,
        status: 400,
        reason: 'media_type',
      });
    }
    expect((await gateway.call('PATCH', '/v1/namespaces/acme%2Fprod', key, { pinned: true })).status).toBe(200);
  });

  it('refuses a body over 8 MiB and accepts one of 8 MiB', async () => {
    const over = await gateway.call(
      'POST',
      '/v1/namespaces/acme/documents',
      key,
      Buffer.alloc(8 * 1024 * 1024 + 1, 32),
    );
    expect({ status: over.status, code: over.json.error?.code }).toEqual({ status: 413, code: 'too_large' });
    const upsert = Array.from({ length: 8 }, (_, i) => ({
      id: `d${i}`,
      state: { text: 'x'.repeat(1024 * 1024 - 64) },
    }));
    expect((await gateway.call('POST', '/v1/namespaces/acme/documents', key, { upsert })).status).toBe(200);
    expect(writes).toHaveLength(1);
  });

  it('refuses query parameters that are unknown, repeated or wrong [NS-06]', async () => {
    const bad = [
      'unknown=1',
      'cursor[]=a',
      `prefix=${'a'.repeat(257)}`,
      '__proto__[x]=1',
      'limit=0',
      'limit=1.5',
      'limit=5&limit=6',
      'prefix=%00',
      'prefix=%zz',
      `cursor=${'a'.repeat(5000)}`,
    ];
    for (const query of bad) {
      const { status, json } = await gateway.call('GET', `/v1/namespaces?${query}`, key);
      expect({ query, status, reason: json.error?.details?.['reason'] }).toEqual({
        query,
        status: 400,
        reason: 'bad_query',
      });
    }
    expect((await gateway.call('GET', '/v1/namespaces?prefix=acme%2F&limit=5', key)).status).toBe(200);
  });

  it('answers a defect with a request id and nothing else, and a busy owner as unavailable [ERR-01] [ERR-03] [ERR-04]', async () => {
    const broken = await gateway.call('GET', '/v1/namespaces/acme/documents/broken', key);
    expect(broken.status).toBe(500);
    expect(broken.headers['x-request-id']).toMatch(/^req_/);
    expect(broken.json.error?.details).toEqual({ request_id: broken.headers['x-request-id'] });
    expect(broken.text).not.toMatch(/secret|db-1/);
    const busy = await gateway.call('GET', '/v1/namespaces/acme/documents/busy', key);
    expect({ status: busy.status, retry: busy.headers['retry-after'] }).toEqual({ status: 503, retry: '2' });
    const noOwner = await gateway.call('GET', '/v1/engines', key);
    expect({ status: noOwner.status, retry: noOwner.headers['retry-after'] }).toEqual({ status: 503, retry: '1' });
    expect((await gateway.call('GET', '/v1/namespaces/acme/documents/missing', key)).status).toBe(404);
  });

  it('names each reply, also of a refused request, as its caller did [ERR-03]', async () => {
    const paths = ['/v1/engines', '/v1/namespaces/a%20b', '/v1/nothing', '/v1/%E0%A4%A'];
    for (const path of paths) {
      const named = await gateway.call('GET', path, key, undefined, { 'x-request-id': 'mine-1' });
      expect([path, named.headers['x-request-id']]).toEqual([path, 'mine-1']);
      const unnamed = await gateway.call('GET', path, null);
      expect([path, unnamed.headers['x-request-id']]).toEqual([path, expect.stringMatching(/^req_[0-9a-f]{32}$/)]);
    }
  });

  it('forwards a write unchanged, with its caller', async () => {
    const upsert = [{ id: 'a', attributes: { total: 1.5 }, state: { note: 'é' } }];
    const { status } = await gateway.call('POST', '/v1/namespaces/acme%2Fprod/documents', key, { upsert });
    expect(status).toBe(200);
    expect(writes[0].query).toEqual({ namespace: 'acme/prod', write: { upsert } });
    expect(writes[0].organization).toMatch(/^org_/);
    expect(writes[0].effectId).toBeUndefined();
  });

  it('answers invalid HTTP with one clean 400', async () => {
    const { connect } = await import('node:net');
    const text = await new Promise<string>((resolve) => {
      const socket = connect(gateway.port, '127.0.0.1', () =>
        socket.write('POST /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'),
      );
      let received = '';
      socket.on('data', (data) => (received += data.toString()));
      socket.on('close', () => resolve(received));
    });
    expect(text).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

import { RawReply, handle } from '@app/bus';
import { changeNamespace, createNamespace, queryDocuments, readDocuments } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { FakeService, eventually } from '@app/testing';
import { GatewayClient, Reply, openGateway } from '../testing/gateway-client';

describe('admission', () => {
  let gateway: GatewayClient;
  let documents: FakeService;
  let key: string;
  let effects: (string | undefined)[] = [];
  let held: (() => void)[] = [];
  let failures: Problem[] = [];

  beforeAll(async () => {
    documents = await FakeService.open('documents', [
      handle(changeNamespace, async (_query, call) => {
        effects.push(call.effectId);
        const failure = failures.shift();
        if (failure) throw failure;
        return new RawReply('{"name":"acme"}');
      }),
      handle(createNamespace, async (_query, call) => {
        effects.push(call.effectId);
        await new Promise<void>((resolve) => held.push(resolve));
        return RawReply.of({ status: 201, body: '{"name":"slow"}' });
      }),
      handle(readDocuments, async () => new RawReply('{"id":"a"}')),
      handle(queryDocuments, async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return new RawReply('{"documents":[]}');
      }),
    ]);
    gateway = await openGateway();
    key = (await gateway.key('org-admit')).key;
  });
  afterAll(async () => {
    held.forEach((free) => free());
    await gateway.close();
    await documents.stop();
  });
  beforeEach(() => {
    effects = [];
    failures = [];
  });

  const patch = (keyed: string | string[], body: object = { pinned: true }, who = key): Promise<Reply> =>
    gateway.call('PATCH', '/v1/namespaces/acme', who, body, { 'idempotency-key': keyed });

  it('runs a keyed request once and replays it verbatim, also for another API key of the organization [IDEM-01] [IDEM-02] [GEN-07]', async () => {
    const first = await patch('once');
    const again = await patch('once', { pinned: true }, (await gateway.key('org-admit')).key);
    expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text });
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(effects).toEqual([expect.stringMatching(/^clm_/)]);
    const other = await patch('once', { pinned: false });
    expect({ status: other.status, code: other.json.error?.code }).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
    });
  });

  it('checks role and scope before a replay [IDEM-09]', async () => {
    await patch('guarded');
    expect((await patch('guarded', { pinned: true }, (await gateway.key('org-admit', 'read_only')).key)).status).toBe(
      403,
    );
    expect(
      (await patch('guarded', { pinned: true }, (await gateway.key('org-admit', 'read_write', 'other')).key)).status,
    ).toBe(403);
  });

  it('answers 429 while the first request runs, and its response afterwards [IDEM-05]', async () => {
    const create = () => gateway.call('POST', '/v1/namespaces', key, { name: 'slow' }, { 'idempotency-key': 'slow' });
    const first = create();
    await eventually(() => Promise.resolve(expect(held).toHaveLength(1)));
    const second = await create();
    expect({ status: second.status, retry: second.headers['retry-after'] }).toEqual({ status: 429, retry: '1' });
    held.splice(0).forEach((free) => free());
    expect((await first).status).toBe(201);
    expect(await create()).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } });
  });

  it('runs the retry of a failure, under the same effect id when the outcome is unknown [IDEM-03]', async () => {
    failures = [new Problem('conflict', 'no'), new Problem('unavailable', 'unknown')];
    expect((await patch('fails')).status).toBe(409);
    expect((await patch('fails')).status).toBe(503);
    const third = await patch('fails');
    expect([third.status, third.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(effects[1]).not.toBe(effects[0]);
    expect(effects[2]).toBe(effects[1]);
  });

  it('refuses two `Idempotency-Key` headers, an empty one, and one of 256 characters [IDEM-07]', async () => {
    for (const bad of [['a', 'b'], '', 'k'.repeat(256)]) expect((await patch(bad)).status).toBe(400);
    for (const good of ['k', 'k'.repeat(255)]) expect((await patch(good)).status).toBe(200);
  });

  it('runs a keyed request without its key when the table cannot be read [IDEM-06]', async () => {
    const { database } = gateway.running.platform;
    await database.query('alter table idempotency rename to away');
    const reply = await patch('unchecked');
    await database.query('alter table away rename to idempotency');
    expect(reply.status).toBe(200);
    expect(effects).toEqual([undefined]);
  });

  it('lets 32 reads of a namespace be in flight, and no longer counts the read of a client that disconnects [RATE-05] [ERR-06]', async () => {
    const leaving = new AbortController();
    const { request } = await import('undici');
    const ask = (signal?: AbortSignal) =>
      request(`http://127.0.0.1:${gateway.port}/v1/namespaces/crowd/query`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        signal,
      });
    held = [];
    const running = Array.from({ length: 32 }, (_, i) => ask(i === 0 ? leaving.signal : undefined).catch(() => null));
    await eventually(() => Promise.resolve(expect(held).toHaveLength(32)));
    const refused = await gateway.call('GET', '/v1/namespaces/crowd/documents/a', key);
    expect(refused.status).toBe(429);
    expect(refused.json.error?.details?.['concurrent_reads']).toBe(32);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await gateway.call('GET', '/v1/namespaces/calm/documents/a', key)).status).toBe(200);
    leaving.abort();
    await eventually(async () =>
      expect((await gateway.call('GET', '/v1/namespaces/crowd/documents/a', key)).status).toBe(200),
    );
    held.splice(0).forEach((free) => free());
    await Promise.all(running.map(async (one) => (await one)?.body.dump()));
    expect((await gateway.call('GET', '/v1/namespaces/crowd/documents/a', key)).status).toBe(200);
  });

  it('refuses requests past a limit, names that limit, and does not count refused requests [RATE-01] [RATE-04] [ERR-06]', async () => {
    const { key: small, id } = await gateway.key('org-small');
    await gateway.operate(`limits --org org-small --key ${id} --requests-per-second 50`);
    await eventually(async () =>
      expect((await gateway.call('GET', '/v1/organization', small)).headers['x-ratelimit-limit']).toBe('50'),
    );
    // Repeats, because a slow machine may spread one burst over seconds.
    const refused = await eventually(async () => {
      const startMs = performance.now();
      const replies = await Promise.all(
        Array.from({ length: 120 }, () => gateway.call('GET', '/v1/organization', small)),
      );
      const seconds = (performance.now() - startMs) / 1_000;
      expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(50 * (seconds + 2));
      const some = replies.filter(({ status }) => status === 429);
      expect(some.length).toBeGreaterThanOrEqual(20);
      return some;
    });
    expect(refused[0].headers).toMatchObject({
      'x-ratelimit-limit': '50',
      'x-ratelimit-remaining': '0',
      'retry-after': '1',
    });
    expect(refused[0].json.error?.details).toMatchObject({
      rate_limit: 'per_key',
      limit: 'requests_per_second_per_key',
    });
  });

  it('creates a key, shows it once, and revokes it within a second [AUTH-01] [AUTH-09]', async () => {
    const made = await gateway.call(
      'POST',
      '/v1/api-keys',
      key,
      { role: 'read_only', scope: 'acme/*' },
      { 'idempotency-key': 'make' },
    );
    expect(made.status).toBe(201);
    const { id, key: token } = made.json as unknown as { id: string; key: string };
    expect(
      (
        await gateway.call(
          'POST',
          '/v1/api-keys',
          key,
          { role: 'read_only', scope: 'acme/*' },
          { 'idempotency-key': 'make' },
        )
      ).text,
    ).toBe(made.text);
    expect((await gateway.call('GET', '/v1/organization', token)).status).toBe(200);
    expect((await gateway.call('GET', '/v1/api-keys', token)).status).toBe(403);
    expect((await gateway.call('GET', '/v1/api-keys', key)).text).not.toContain(token);
    const { rows } = await gateway.running.platform.database.query<{ hash: Buffer }>(
      'select hash from api_key where id = $1',
      [id],
    );
    expect((await gateway.call('GET', '/v1/organization', rows[0].hash.toString('hex'))).status).toBe(401);
    expect((await gateway.call('DELETE', `/v1/api-keys/${id}`, key)).status).toBe(200);
    // No request that was sent later than a second after the reply is admitted, however long replies take.
    const revokedAt = Date.now();
    let lastSentAt = revokedAt;
    await eventually(async () => {
      const sentAt = Date.now();
      const { status } = await gateway.call('GET', '/v1/organization', token);
      if (status === 200) lastSentAt = sentAt;
      expect(status).toBe(401);
    });
    expect(lastSentAt - revokedAt).toBeLessThan(1000);
    expect((await gateway.call('DELETE', `/v1/api-keys/${id}`, key)).status).toBe(404);
    expect(
      (
        await gateway.call('POST', '/v1/api-keys', key, {
          role: 'read_only',
          scope: '*',
          expires_at: '2020-01-01T00:00:00.000Z',
        })
      ).status,
    ).toBe(400);
  });

  it('refuses a PATCH of the organization that holds a setting for people only, and changes nothing', async () => {
    const patch = (body: object) => gateway.call('PATCH', '/v1/organization', key, body);
    for (const reserved of [{ name: 'x' }, { plan: 'scale' }, { suggestions: true }])
      expect((await patch({ ...reserved, non_production_prefixes: ['d/'] })).status).toBe(403);
    expect((await gateway.call('GET', '/v1/organization', key)).json).toMatchObject({ non_production_prefixes: [] });
  });

  it('lets an unscoped key mark prefixes as non-production, by whole levels, and unmark them', async () => {
    const patch = (body: object) => gateway.call('PATCH', '/v1/organization', key, body);
    for (const prefix of ['acme/dev', '*', '../', 'a b/', '/'])
      expect([prefix, (await patch({ non_production_prefixes: [prefix] })).status]).toEqual([prefix, 400]);
    const prefixes = ['acme/dev/', 'acme/staging/*'];
    expect(await patch({ non_production_prefixes: prefixes })).toMatchObject({
      status: 200,
      json: { non_production_prefixes: prefixes },
    });
    expect((await patch({})).json).toMatchObject({ non_production_prefixes: prefixes });
    expect((await patch({ non_production_prefixes: null })).json).toMatchObject({ non_production_prefixes: [] });
  });
});

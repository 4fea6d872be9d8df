import { RawReply, handle } from '@app/bus';
import { queryDocuments, readDocuments } from '@app/contracts/documents';
import { listEvents } from '@app/contracts/events';
import { FakeService } from '@app/testing';
import { request } from 'undici';
import { GatewayClient, openGateway } from '../testing/gateway-client';

type Method = 'GET' | 'HEAD';

describe('HEAD', () => {
  let gateway: GatewayClient;
  let owners: FakeService[];
  let key: string;
  let other: string;
  const asked: unknown[] = [];
  const long = 'x'.repeat(1_000_000);

  beforeAll(async () => {
    const note = <T>(payload: T): T => (asked.push(payload), payload);
    owners = [
      await FakeService.open('documents', [
        handle(readDocuments, async ({ read }) => {
          note(read);
          return new RawReply(`{"id":"a","text":"${read.ids[0] === 'long' ? long : 'Zürich'}"}`);
        }),
        handle(queryDocuments, async () => new RawReply('{}')),
      ]),
      await FakeService.open('events-feed', [
        handle(listEvents, async (query) => (note(query), new RawReply('{"events":[],"next_cursor":null}'))),
      ]),
    ];
    gateway = await openGateway();
    key = (await gateway.key('org-head')).key;
    other = (await gateway.key('org-head', 'read_only', 'b')).key;
  });
  afterAll(async () => {
    await gateway.close();
    await Promise.all(owners.map((owner) => owner.stop()));
  });
  beforeEach(() => void asked.splice(0));

  const call = async (method: Method, path: string, bearer: string | null = key) => {
    const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
    const {
      statusCode,
      headers: all,
      body,
    } = await request(`http://127.0.0.1:${gateway.port}${path}`, { method, headers });
    const text = await body.text();
    const { date: _date, 'x-request-id': _id, connection: _c, 'keep-alive': _k, ...kept } = all;
    delete kept['x-ratelimit-remaining'];
    return { status: statusCode, headers: kept, text };
  };
  /** A HEAD beside its GET: all is the same but the body. */
  const expectSame = async (path: string, bearer: string | null = key): Promise<number> => {
    const get = await call('GET', path, bearer);
    const head = await call('HEAD', path, bearer);
    expect(head).toEqual({
      ...get,
      text: '',
      headers: { ...get.headers, 'content-length': expect.any(String) as string },
    });
    const bytes = Buffer.byteLength(get.text);
    expect([path, Number(head.headers['content-length'])]).toEqual([path, bytes]);
    return head.status;
  };

  it('answers documents of the API, health and files as GET does, with the length of their bodies and no body [GEN-05]', async () => {
    const { text } = await call('GET', '/docs', null);
    const [, file = ''] = /href="(\/docs\/[^"]+\.css)"/.exec(text) ?? [];
    for (const path of ['/openapi.json', '/docs', file, '/health/live', '/webhook-egress-addresses', '/v1/version']) {
      expect(await expectSame(path)).toBe(200);
    }
    expect(await expectSame('/v1/nothing')).toBe(404);
  });

  it('reads a document as it is stored, short or long, and refuses whom a GET refuses [FRS-01]', async () => {
    for (const id of ['a', 'long'])
      expect(await expectSame(`/v1/namespaces/a/documents/${id}?fresh=require`)).toBe(200);
    expect(asked).toEqual(
      ['a', 'long'].flatMap((id) => [
        { ids: [id], fresh: 'require' },
        { ids: [id], fresh: 'stored' },
      ]),
    );
    for (const bearer of [null, 'jk_none', other]) {
      expect(await expectSame('/v1/namespaces/a/documents/a', bearer)).toBeGreaterThan(400);
    }
    expect(await expectSame('/v1/namespaces/b/documents/a?fresh=require', other)).toBe(403);
    expect(await expectSame('/v1/namespaces/a/documents/a?fresh=sometimes')).toBe(400);
  });

  it('waits for no event, and counts toward the rate', async () => {
    await call('HEAD', '/v1/events?wait=30');
    expect(asked).toEqual([expect.not.objectContaining({ wait: expect.anything() as string })]);
    expect((await call('HEAD', '/v1/events')).headers).toHaveProperty('x-ratelimit-limit');
  });

  it('is no route where a GET gives something away: the queue, and the sign-in by a provider', async () => {
    for (const path of ['/namespaces/a/judgments/late/queue', '/sign-in/oidc/one', '/sign-in/oidc/callback']) {
      expect((await call('HEAD', `/v1${path}`)).status).toBe(404);
    }
    expect((await call('HEAD', '/v1/namespaces/a/query')).status).toBe(404);
  });
});

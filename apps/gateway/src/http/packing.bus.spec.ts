import { RawReply, handle } from '@app/bus';
import { queryDocuments, readDocuments, writeDocuments } from '@app/contracts/documents';
import { FakeService, eventually } from '@app/testing';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { request } from 'undici';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { GatewayClient, openGateway } from '../testing/gateway-client';
import { ReplySender } from './reply-sender';

const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const;
const mib = 1024 * 1024;

describe('packed replies', () => {
  let gateway: GatewayClient;
  let documents: FakeService;
  let key: string;
  let organization: string;
  /** What the owner answers, by the size of the reply. */
  const bodies = {
    short: '{"documents":[]}',
    page: JSON.stringify({ documents: Array.from({ length: 100 }, (_, n) => ({ id: `d${n}`, text: 'Zürich' })) }),
    long: JSON.stringify({ text: randomBytes(4 * mib).toString('base64') }),
  };

  beforeAll(async () => {
    documents = await FakeService.open('documents', [
      handle(readDocuments, async ({ read }) => new RawReply(bodies[read.ids[0] as keyof typeof bodies])),
      handle(queryDocuments, async () => new RawReply(bodies.page)),
      handle(writeDocuments, async () => new RawReply(bodies.page)),
    ]);
    gateway = await openGateway();
    ({ key, organization } = await gateway.key('org-packing'));
  });
  afterAll(async () => {
    await gateway.close();
    await documents.stop();
  });

  const call = async (
    method: 'GET' | 'HEAD' | 'POST',
    path: string,
    accepted: string | null,
    body?: string,
  ): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }> => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (accepted !== null) headers['accept-encoding'] = accepted;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const sent = { method, headers, ...(body !== undefined && { body }) };
    const reply = await request(`http://127.0.0.1:${gateway.port}${path}`, sent);
    const bytes = Buffer.from(await reply.body.arrayBuffer());
    return { status: reply.statusCode, headers: reply.headers, bytes };
  };
  const document = (id: string): string => `/v1/namespaces/a/documents/${id}`;

  it.each(['br', 'gzip'] as const)('are %s of the very bytes, of a page and of a long reply', async (coding) => {
    for (const id of ['page', 'long'] as const) {
      const { status, headers, bytes } = await call('GET', document(id), coding);
      expect([status, headers['content-encoding'], headers.vary]).toEqual([200, coding, 'accept-encoding']);
      expect(unpack[coding](bytes).toString() === bodies[id]).toBe(true);
      expect(bytes.length).toBeLessThan(bodies[id].length);
      const head = await call('HEAD', document(id), coding);
      expect([head.status, head.headers['content-encoding'], head.bytes.length]).toEqual([200, coding, 0]);
      expect(head.headers).not.toHaveProperty('content-length');
    }
    const queried = await call('POST', '/v1/namespaces/a/query', coding, '{}');
    expect(unpack[coding](queried.bytes).toString()).toBe(bodies.page);
  });

  it('go to nobody who does not ask, who refuses, or whose reply is short', async () => {
    for (const accepted of [null, 'identity', 'br;q=0, gzip;q=0', 'zstd']) {
      const { headers, bytes } = await call('GET', document('page'), accepted);
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding']);
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(bytes.toString()).toBe(bodies.page);
    }
    const short = await call('GET', document('short'), 'gzip');
    expect([short.headers['content-encoding'], short.headers.vary]).toEqual([undefined, undefined]);
  });

  it('are never what a change answers', async () => {
    const written = await call('POST', '/v1/namespaces/a/documents', 'br', '{"upsert":[{"id":"a"}]}');
    expect([written.headers['content-encoding'], written.bytes.toString()]).toEqual([undefined, bodies.page]);
  });

  it('are counted in plain bytes until their client has read them', async () => {
    const sender = gateway.running.app.get(ReplySender);
    const socket = connect(gateway.port, '127.0.0.1');
    socket.pause();
    const head = [
      `GET ${document('long')} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${key}`,
      'Accept-Encoding: gzip',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await eventually(async () => expect(sender.heldBy(organization)).toBe(bodies.long.length));
    socket.destroy();
    await eventually(async () => expect(sender.heldBy(organization)).toBe(0));
  });

  it('of the API document are made once, at the start', async () => {
    const plain = await call('GET', '/openapi.json', null);
    for (const coding of ['br', 'gzip'] as const) {
      const { headers, bytes } = await call('GET', '/openapi.json', coding);
      expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'accept-encoding']);
      expect(unpack[coding](bytes).equals(plain.bytes)).toBe(true);
      expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
    }
  });
});

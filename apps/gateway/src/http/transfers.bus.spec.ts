import { RawReply, handle } from '@app/bus';
import { queryDocuments, writeDocuments } from '@app/contracts/documents';
import { FakeService, eventually } from '@app/testing';
import { Socket, connect } from 'node:net';
import { LeastRate, graceMs } from '../admission/limit/least-rate';
import { GatewayClient, openGateway } from '../testing/gateway-client';
import { BodyReader } from './body-reader';
import { ReplySender } from './reply-sender';

const mib = 1024 * 1024;
const largest = 8 * mib;
/** As many largest bodies, or replies, as one organization alone may have under way: a half of 128 MiB. */
const share = 8;

describe('large bodies and replies under way', () => {
  let gateway: GatewayClient;
  let documents: FakeService;
  let greedy: string;
  let organization: string;
  let other: string;
  let sockets: Socket[] = [];
  let queries = 0;

  beforeAll(async () => {
    const page = `{"documents":["${'x'.repeat(largest - 64)}"]}`;
    documents = await FakeService.open('documents', [
      handle(writeDocuments, async () => new RawReply('{"upserted":1}')),
      handle(queryDocuments, async () => {
        queries++;
        return new RawReply(page);
      }),
    ]);
    gateway = await openGateway();
    ({ key: greedy, organization } = await gateway.key('org-greedy'));
    other = (await gateway.key('org-other')).key;
  });
  afterAll(async () => {
    await gateway.close();
    await documents.stop();
  });
  afterEach(async () => {
    sockets.forEach((socket) => socket.destroy());
    sockets = [];
    await eventually(async () => expect((await write(greedy, largest / 2)).status).toBe(200));
  });

  const write = (key: string, bytes: number) =>
    gateway.call('POST', '/v1/namespaces/a/documents', key, Buffer.from(`{"upsert":[{"id":"a"}]}`.padEnd(bytes, ' ')));

  /** Sends the head of a request, and what is given of its body, over a connection of its own. */
  const begin = (
    key: string,
    path: string,
    headers: string[],
    body = '',
  ): { socket: Socket; received: () => string } => {
    const socket = connect(gateway.port, '127.0.0.1');
    sockets.push(socket.on('error', () => undefined));
    let received = '';
    socket.on('data', (data) => (received += data.toString('latin1')));
    const head = [`POST /v1/namespaces/${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${key}`, ...headers];
    socket.write(`${head.join('\r\n')}\r\ncontent-type: application/json\r\n\r\n${body}`);
    return { socket, received: () => received };
  };
  const beginBody = (key: string) => begin(key, 'a/documents', [`content-length: ${largest}`], '{"upsert":[');
  const refusalOf = ({ status, json }: Awaited<ReturnType<typeof write>>) => [status, json.error?.details?.['limit']];
  /** Waits until the gateway counts so many bytes; a request sent before could take the room of one of them. */
  const counted = (bytes: number) =>
    eventually(() => expect(gateway.running.app.get(BodyReader).heldBy(organization)).toBe(bytes), 30_000);
  const perOrganization = (what: string) => [429, `${what}_bytes_per_org`];

  it("refuse the body that exceeds its organization's share, and no other organization [defect S-M5]", async () => {
    for (let i = 0; i < share; i++) beginBody(greedy);
    await counted(share * largest);
    expect(refusalOf(await write(greedy, 1024))).toEqual(perOrganization('request'));
    expect((await write(other, largest)).status).toBe(200);
  });

  it('count a body without a declared length as it arrives [defect S-M5]', async () => {
    const chunk = `${mib.toString(16)}\r\n${' '.repeat(mib)}\r\n`;
    for (let i = 0; i <= share; i++)
      begin(greedy, 'a/documents', ['transfer-encoding: chunked'], chunk.repeat(share - 1));
    await counted((share + 1) * (share - 1) * mib);
    expect(refusalOf(await write(greedy, largest))).toEqual(perOrganization('request'));
    expect((await write(other, largest)).status).toBe(200);
  });

  it('answer a body that arrives too slowly as any error, end its connection, and free its bytes [ERR-04] [RATE-04] [defect S-M5]', async () => {
    const slow = Array.from({ length: share }, () => beginBody(greedy));
    const ended = slow.map(({ socket }) => new Promise((resolve) => socket.once('end', resolve)));
    await counted(share * largest);
    gateway.running.app.get(LeastRate).check(performance.now() + graceMs);
    await Promise.all(ended);
    for (const { received } of slow) {
      const [head, body] = received().split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1.1 503 /);
      for (const header of ['retry-after: 1', 'x-ratelimit-limit: ', 'x-ratelimit-remaining: ', 'x-request-id: req_'])
        expect(head.toLowerCase()).toContain(`\r\n${header}`);
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'unavailable' } });
    }
    await eventually(async () => expect((await write(greedy, largest)).status).toBe(200));
  });

  it('refuse a read while its organization leaves replies unread, and end the connections of slow readers [defect S-M5]', async () => {
    const query = (key: string) => gateway.call('POST', '/v1/namespaces/a/query', key, {});
    queries = 0;
    const unread = Array.from({ length: share }, () => {
      const { socket } = begin(greedy, 'a/query', ['content-length: 2'], '{}');
      return socket.pause();
    });
    await eventually(() => expect(queries).toBe(share));
    await eventually(async () => expect(refusalOf(await query(greedy))).toEqual(perOrganization('reply')));
    expect((await query(other)).status).toBe(200);
    expect((await write(greedy, 1024)).status).toBe(200);
    // Replies of which parts are still on their way to the gateway do not wait for their clients yet.
    await eventually(() => {
      gateway.running.app.get(LeastRate).check(performance.now() + 3_600_000);
      expect(gateway.running.app.get(ReplySender).heldBy(organization)).toBe(0);
    });
    expect((await query(greedy)).status).toBe(200);
    await Promise.all(unread.map((socket) => new Promise((resolve) => socket.once('close', resolve).resume())));
  });

  it('end at their owner when the client goes away in mid-page, and leave nothing held [S-F4]', async () => {
    const sent: number[] = [];
    const { nc } = documents.connection;
    nc.subscribe('_INBOX_documents.credits.>', {
      callback: (_, { data }) => void sent.push(Buffer.from(data).readUInt32LE(4)),
    });
    // Its parts stay here until the client has gone.
    const publish = jest.spyOn(nc, 'publish').mockImplementation((subject, ...rest) => {
      if (!subject.endsWith('.parts')) (Object.getPrototypeOf(nc) as typeof nc).publish.apply(nc, [subject, ...rest]);
    });
    const { socket, received } = begin(greedy, 'a/query', ['content-length: 2'], '{}');
    await eventually(() => expect(received()).toContain('content-length: 8388'));
    socket.destroy();
    // An owner that learns of it sends no more.
    await eventually(() => expect(sent).toContain(0xffff_ffff));
    publish.mockRestore();
    await eventually(() => expect(gateway.running.app.get(ReplySender).heldBy(organization)).toBe(0));
  });

  it('end the connection when their owner ends in mid-page [defect S-F3]', async () => {
    const { nc } = documents.connection;
    const publish = jest.spyOn(nc, 'publish').mockImplementation((subject, ...rest) => {
      const isSaid = !subject.endsWith('.parts') && !subject.endsWith('.work');
      if (isSaid) (Object.getPrototypeOf(nc) as typeof nc).publish.apply(nc, [subject, ...rest]);
    });
    const { socket, received } = begin(greedy, 'a/query', ['content-length: 2'], '{}');
    await new Promise((resolve) => socket.once('close', resolve));
    publish.mockRestore();
    expect(received()).toMatch(/^HTTP\/1.1 200 /);
    await eventually(() => expect(gateway.running.app.get(ReplySender).heldBy(organization)).toBe(0));
  }, 20_000);

  it('arrive whole at a client that reads', async () => {
    const { status, json, headers } = await gateway.call('POST', '/v1/namespaces/a/query', greedy, {});
    expect([status, headers['content-length']]).toEqual([200, String(largest - 64 + 18)]);
    expect((json['documents'] as unknown as string[])[0]).toHaveLength(largest - 64);
  });
});

import { RawReply, handle } from '@app/bus';
import { listNamespaces, readDocuments, writeDocuments } from '@app/contracts/documents';
import { FakeService, eventually } from '@app/testing';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Server } from 'node:http';
import { Agent, request } from 'undici';
import { GatewayClient, openGateway } from '../testing/gateway-client';

describe('a burst of requests inside the rate limits', () => {
  let gateway: GatewayClient;
  let owners: FakeService[];
  let keys: string[];
  /** The owner answers nothing before it resolves. */
  let released: Promise<void>;
  let release: () => void;

  beforeAll(async () => {
    const table = [
      handle(readDocuments, async () => {
        await released;
        return new RawReply('{"id":"a"}');
      }),
      handle(writeDocuments, async () => {
        await released;
        return new RawReply('{"upserted":1}');
      }),
      handle(listNamespaces, async () => {
        await released;
        return new RawReply('{"namespaces":[],"next_cursor":null}');
      }),
    ];
    owners = [await FakeService.open('documents', table)];
    gateway = await openGateway();
    keys = await Promise.all(Array.from({ length: 3 }, async () => (await gateway.key('org-burst')).key));
  });
  beforeEach(() => {
    released = new Promise((resolve) => (release = resolve));
  });
  afterAll(async () => {
    await gateway.close();
    for (const owner of owners) await owner.stop();
  });

  /** Sends point reads, writes and lists at once, over three keys and 100 namespaces. @returns the statuses by count */
  async function burst(port: number, count: number): Promise<Record<number, number>> {
    const client = new Agent({ connections: count, pipelining: 1 });
    const statuses: Record<number, number> = {};
    const send = async (i: number): Promise<void> => {
      const ns = `burst-${i % 100}`;
      const [method, path, body] = [
        ['GET', `/namespaces/${ns}/documents/a`, undefined],
        ['POST', `/namespaces/${ns}/documents`, '{"upsert":[{"id":"a"}]}'],
        ['GET', '/namespaces', undefined],
      ][i % 3] as ['GET' | 'POST', string, string | undefined];
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { authorization: `Bearer ${keys[Math.floor(i / 3) % 3]}`, ...type };
      const reply = await request(`http://127.0.0.1:${port}/v1${path}`, { method, headers, body, dispatcher: client });
      await reply.body.dump();
      statuses[reply.statusCode] = (statuses[reply.statusCode] ?? 0) + 1;
    };
    await Promise.all(Array.from({ length: count }, (_, i) => send(i)));
    await client.close();
    return statuses;
  }

  const connectionsOf = (to: GatewayClient): Promise<number> =>
    new Promise((resolve, reject) => {
      const server = (to.running.app as NestFastifyApplication).getHttpServer() as Server;
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  it('is answered without a refusal, though an owner takes fewer at once [defect O-3]', async () => {
    const answers = burst(gateway.port, 1900);
    await eventually(async () => expect(await connectionsOf(gateway)).toBe(1900));
    release();
    expect(await answers).toEqual({ 200: 1900 });
  });

  it('is sent again by a gateway whose owner is filled by another gateway [defect O-3]', async () => {
    const other = await GatewayClient.start({ REPLICA: '1' });
    const halves = [burst(gateway.port, 900), burst(other.port, 900)];
    await eventually(async () => expect(await Promise.all([gateway, other].map(connectionsOf))).toEqual([900, 900]));
    release();
    const statuses = await Promise.all(halves);
    await other.close();
    expect(statuses).toEqual([{ 200: 900 }, { 200: 900 }]);
  });
});

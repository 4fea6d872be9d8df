import { queryDocuments, writeDocuments } from '@app/contracts/documents';
import { Database } from '@app/persistence';
import { LoneService, eventually, openFreshDatabase, testEnvironment } from '@app/testing';
import { NatsConnection, connect as connectBus } from 'nats';
import { Socket, connect } from 'node:net';
import { Agent, request } from 'undici';
import { gatewaySchema } from '../app.schema';
import { carryOut } from '../operator/carry-out';
import { readOrder } from '../operator/read-order';
import { maxContainers } from '../request/json-scan';

const mib = 1024 * 1024;
/** Limit of the gateway's container in the chart. */
const containerMiB = 768;
const port = 20_000 + (process.pid % 10_000);
const organizations = ['org-one', 'org-two', 'org-three'];
const largest = 8 * mib;
/** Hundreds of MiB pass between processes, on a machine that may be busy. */
const limitMs = 240_000;

/** A body of nearly the largest size, with as many objects and arrays as it may hold, and as many numbers as fit. */
function densest(): Buffer {
  const state = `{"a":[${'[],'.repeat(maxContainers / 8 - 100)}${'1,'.repeat(400_000)}1]}`;
  const operations = Array.from({ length: 8 }, (_, i) => `{"id":"${i}","state":${state}}`);
  return Buffer.from(`{"upsert":[${operations.join(',')}]}`);
}

describe('the memory of a gateway', () => {
  let database: Database;
  let documents: NatsConnection;
  let gateway: LoneService;
  let keys: string[];
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await openFreshDatabase(gatewaySchema);
    documents = await openOwner();
    gateway = await LoneService.start('gateway', containerMiB, { PORT: String(port) });
    keys = await Promise.all(organizations.map(keyOf));
  });
  afterAll(async () => {
    sockets.forEach((socket) => socket.destroy());
    await gateway?.stop();
    await documents.close();
    await database.close();
  });

  /** An owner that reads no request, so that the gateway alone works. */
  async function openOwner(): Promise<NatsConnection> {
    const { host: servers, username: user, password: pass } = new URL(testEnvironment().natsUrl);
    const bus = await connectBus({ servers, user, pass });
    const page = Buffer.from(`{"documents":["${'x'.repeat(largest - 64)}"]}`);
    bus.subscribe(writeDocuments.subject, { callback: (_, message) => void message.respond(Buffer.from('{}')) });
    bus.subscribe(queryDocuments.subject, { callback: (_, message) => void message.respond(page) });
    await bus.flush();
    return bus;
  }

  async function keyOf(name: string): Promise<string> {
    const operate = (command: string) => carryOut(database, readOrder(command.split(' ')));
    await operate(`org create ${name} --plan scale`);
    return (JSON.parse(await operate(`keys create --org ${name} --json --role read_write`)) as { key: string }).key;
  }

  /** Sends a request, or the beginning of one, over a connection that never reads. */
  function neverRead(key: string, path: string, length: number, body: string): void {
    const head = [
      `POST /v1/namespaces/${path} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      `content-length: ${length}`,
    ];
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`));
    sockets.push(socket.on('error', () => undefined).pause());
  }

  it(
    'stays under the limit of its container while every bound is driven at once [defect S-M5]',
    async () => {
      const body = densest();
      const client = new Agent({ connections: 64 });
      const statuses: Record<number, number> = {};
      const write = async (key: string, i: number): Promise<void> => {
        const reply = await request(`http://127.0.0.1:${port}/v1/namespaces/w${i % 50}/documents`, {
          method: 'POST',
          body,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          dispatcher: client,
        });
        await reply.body.dump();
        statuses[reply.statusCode] = (statuses[reply.statusCode] ?? 0) + 1;
      };
      const writeAll = () => Promise.all(keys.flatMap((key) => Array.from({ length: 8 }, (_, i) => write(key, i))));
      // Queries whose replies nobody reads, bodies that stop after a first piece, and bodies that parse to the most.
      for (const key of keys) for (let i = 0; i < 12; i++) neverRead(key, `q${i}/query`, 2, '{}');
      await writeAll();
      for (let i = 0; i < 60; i++) neverRead(keys[0], `s${i}/documents`, largest, ' '.repeat(mib / 4));
      await writeAll();
      await client.close();
      expect(gateway.isRunning).toBe(true);
      expect(Object.keys(statuses).filter((status) => !['200', '429', '503'].includes(status))).toEqual([]);
      expect(gateway.peakBytes / mib).toBeLessThan(containerMiB);
      // What remains is an answering gateway.
      sockets.forEach((socket) => socket.destroy());
      await eventually(async () => {
        const reply = await request(`http://127.0.0.1:${port}/v1/starters`, {
          headers: { authorization: `Bearer ${keys[0]}` },
        });
        await reply.body.dump();
        expect(reply.statusCode).toBe(200);
      });
    },
    limitMs,
  );
});

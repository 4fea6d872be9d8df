import { Service } from '@app/contracts';
import { readDocuments } from '@app/contracts/documents';
import { createLogger } from '@app/observability';
import { OwnNats, eventually, openOwnNats, testEnvironment } from '@app/testing';
import { readFileSync } from 'node:fs';
import { BusConnection } from './connection';

const greetedWithinMs = 200;
/** Longer than the server waits for a connection that it has greeted to say who it is. */
const beyondGreetingMs = 2500;

let nats: OwnNats;
const connections: BusConnection[] = [];

beforeAll(async () => {
  nats = await openOwnNats();
});

afterAll(async () => {
  for (const connection of connections) await connection.close();
  await nats?.close();
});

async function connect(service: Service): Promise<BusConnection> {
  const { host, username: user, password } = new URL(testEnvironment().natsUrl);
  const logger = createLogger({ service, replica: 'raw', level: 'fatal' });
  const options = { url: `nats://${host}`, user, password, service, replica: 'raw', logger, greetedWithinMs };
  const connection = await BusConnection.open(options);
  connections.push(connection);
  return connection;
}

function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
  process.kill(Number(readFileSync(nats.control.pidFile, 'utf8')), name);
}

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('every request has its reply after a server stood still while clients connected [defect S-H6] [T05]', async () => {
  const owner = await connect('documents');
  const asker = await connect('gateway');
  const { subject } = readDocuments;
  owner.nc.subscribe(subject, { queue: 'documents', callback: (_, message) => void message.respond(message.data) });
  await owner.nc.flush();
  signal('SIGSTOP');
  // The connections break; the machine of the server accepts new ones, and the server greets none of them.
  await owner.nc.reconnect();
  await eventually(() => expect(owner.connected).toBe(false));
  await pass(5 * greetedWithinMs);
  signal('SIGCONT');
  await eventually(() => expect(owner.connected && asker.connected).toBe(true), 10_000);
  const { interruptions } = owner;
  await pass(beyondGreetingMs); // what the fault needs: the server closes what nobody uses
  await owner.nc.flush();
  for (let i = 0; i < 40; i++) {
    const reply = await asker.nc.request(subject, `${i}`, { timeout: 2000 });
    expect(reply.string()).toBe(`${i}`);
  }
  expect(owner.interruptions).toBe(interruptions);
}, 60_000);

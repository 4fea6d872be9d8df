import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Tenant } from './tenant';

/** How much the attacker stores and sends. */
export interface Strength {
  /** Documents of about 1 MiB of state. */
  documents: number;
  subscriptions: number;
  /** Connections that send a body of one byte a second. */
  slowBodies: number;
  /** Requests at once, of each kind. */
  clients: number;
}

const mib = 1024 * 1024;
const scanned = 'needle that no document has';

/** Stores what the limits allow: large documents, documents of numbers that grow when they are printed, large filters. */
export async function arrangeAttack(tenant: Tenant, { documents, subscriptions }: Strength): Promise<void> {
  for (let n = 0; n < documents; n += 4) {
    const upsert = Array.from({ length: Math.min(4, documents - n) }, (_, i) => largeDocument(n + i));
    await tenant.ok('POST', tenant.at('/documents'), { upsert });
  }
  // Refused or stored: either way it must not harm. The service counts such a number at its plain length.
  const bombs = Array.from({ length: 1000 }, () => '1e308').join(',');
  for (let n = 0; n < Math.ceil(documents / 10); n++) {
    const body = `{"upsert":[{"id":"bomb${n}","attributes":{"kind":"bomb"},"state":{"numbers":[${bombs}]}}]}`;
    await tenant.call('POST', tenant.at('/documents'), body);
  }
  for (let n = 0; n < subscriptions; n++) {
    await tenant.call('PUT', tenant.at(`/subscriptions/s${n}`), { filter: largeFilter(n) });
  }
}

/** Attacks until `ended`: pages of a thousand documents, scans of text, slow bodies, writes of large documents. */
export async function attack(tenant: Tenant, strength: Strength, ended: () => boolean, url: string): Promise<void> {
  const { readOnly, readWrite } = tenant.keys;
  const repeat = async (ask: () => Promise<unknown>): Promise<void> => {
    while (!ended()) await ask();
  };
  const page = { limit: 1000, include: ['state', 'attributes', 'answers'] };
  const scan = { filter: { 'state.text': { contains: scanned } }, limit: 1000 };
  const sends = (path: string, body: object, key: string) => {
    const text = JSON.stringify(body);
    return () => tenant.send(tenant.at(path), text, key);
  };
  const asks = [
    sends('/query', page, readOnly),
    sends('/query', scan, readOnly),
    sends('/documents', { upsert: [largeDocument(0)] }, readWrite),
  ];
  const slow = Array.from({ length: strength.slowBodies }, () => slowBody(url, readWrite));
  const loops = asks.flatMap((ask) => Array.from({ length: strength.clients }, () => repeat(ask)));
  await Promise.all(loops);
  slow.forEach((end) => end());
}

/** The same number of ordinary requests: point reads of one small document. */
export async function readOrdinarily(tenant: Tenant, clients: number, ended: () => boolean): Promise<void> {
  const loop = async (): Promise<void> => {
    while (!ended())
      await tenant.call('GET', tenant.at('/documents/small?fresh=stored'), undefined, tenant.keys.readOnly);
  };
  await Promise.all(Array.from({ length: clients }, loop));
}

function largeDocument(n: number): object {
  return { id: `large${n}`, attributes: { n }, state: { text: `${n} `.padEnd(mib - 64, 'lorem ipsum ') } };
}

function largeFilter(n: number): object {
  return { any: Array.from({ length: 50 }, (_, i) => ({ 'state.text': { contains: `${n} ${i}`.padEnd(200, 'x') } })) };
}

/** A request whose body comes byte by byte. @returns ends it */
function slowBody(url: string, key: string): () => void {
  const { hostname, port, host } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `POST /v1/namespaces/slow/documents HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 4000000\r\n\r\n{',
  );
  const timer = setInterval(() => socket.writable && socket.write(' '), 1000);
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}

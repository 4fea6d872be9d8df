import { eventually } from '@app/testing';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { GatewayClient, openGateway } from '../testing/gateway-client';

let gateway: GatewayClient;
let key: string;

beforeEach(async () => {
  gateway = await openGateway();
  ({ key } = await gateway.key('org-drain'));
});

describe('a gateway that is asked to end', () => {
  it('says on each response that the connection ends, then answers what had begun to arrive, and nothing more [T34]', async () => {
    const before = await gateway.call('GET', '/v1/organization', key);
    expect(before.headers['connection']).not.toBe('close');
    // Half a head: the request has begun, and has not been admitted.
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write('GET /v1/organization HTTP/1.1\r\nhost: spec\r\n');
    const answered = text(socket);
    gateway.running.platform.health.drain();
    const during = await gateway.call('GET', '/v1/organization', key);
    expect([during.status, during.headers['connection']]).toEqual([200, 'close']);

    const stopped = gateway.running.stop();
    // What needs no connection open has ended by then, the pools and watches of the gateway's workers if it could.
    await expect(gateway.call('GET', '/v1/organization', key)).rejects.toThrow();
    socket.write(`authorization: Bearer ${key}\r\n\r\n`);
    const reply = await answered;
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(reply).toMatch(/\r\nconnection: close\r\n/i);
    await stopped;
  });

  it('keeps no connection open whose request had come before, and was answered later [T34]', async () => {
    const { database } = gateway.running.platform;
    const beside = await database.openBeside({ name: 'spec', poolSize: 1 });
    const socket = connect(gateway.port, '127.0.0.1');
    const answered = text(socket);
    const stopped = await beside.transaction('spec', async (tx) => {
      await tx.query('lock table organization in access exclusive mode');
      socket.write(`GET /v1/organization HTTP/1.1\r\nhost: spec\r\nauthorization: Bearer ${key}\r\n\r\n`);
      await eventually(async () => {
        const waiting = `select from pg_locks where not granted and relation = 'organization'::regclass`;
        expect((await tx.query(waiting)).rowCount).toBeGreaterThan(0);
      });
      gateway.running.platform.health.drain();
      // Not waited for here: the gateway ends after it has answered, which this transaction's lock prevents.
      return { end: gateway.running.stop() };
    });
    const reply = await answered;
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(reply).toMatch(/\r\nconnection: close\r\n/i);
    await stopped.end;
    await beside.close();
  });
});

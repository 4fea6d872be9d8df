import { RawReply, handle } from '@app/bus';
import { readDocuments } from '@app/contracts';
import { FakeService, freshSchema, startService } from '@app/testing';
import { gatewaySchema } from '../app.schema';
import { gatewayService } from '../app.service';
import { GatewayClient } from '../testing/gateway-client';

describe('a route that does not finish', () => {
  it('is stopped with 503 and Retry-After, for what waits on an owner and for what waits on Postgres [JOB-04] [ERR-04]', async () => {
    const held: (() => void)[] = [];
    const hang = () => new Promise<RawReply>((resolve) => held.push(() => resolve(new RawReply('{}'))));
    const documents = await FakeService.open('documents', [handle(readDocuments, hang)]);
    await freshSchema(gatewaySchema);
    const env = { PORT: '0', ADMIN_PORT: '0', ROUTE_TIMEOUT_MS: '600' };
    const door = GatewayClient.of(await startService(gatewayService, { env }));
    const { key } = await door.key('org-late');
    const { database } = door.running.platform;
    await database.transaction('spec', async (tx) => {
      await tx.query('lock table organization in access exclusive mode');
      for (const path of ['/v1/namespaces/acme/documents/a', '/v1/organization']) {
        // The key itself was not read before the lock for the first path; both must end in time.
        const startedAtMs = Date.now();
        const { status, headers, json } = await door.call('GET', path, key);
        expect({ path, status, code: json.error?.code }).toEqual({ path, status: 503, code: 'unavailable' });
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(Date.now() - startedAtMs).toBeLessThan(10_000);
      }
    });
    const late = await door.call('GET', '/v1/namespaces/acme/documents/a', key);
    expect(late.status).toBe(503);
    expect((await door.call('GET', '/v1/organization', key)).status).toBe(200);
    await door.close();
    held.forEach((free) => free());
    await documents.stop();
  });
});

import { RawReply, handle } from '@app/bus';
import { readDocuments } from '@app/contracts/documents';
import { FakeService } from '@app/testing';
import { openGateway } from '../testing/gateway-client';

describe('a route that does not finish', () => {
  it('is stopped with 503 and Retry-After, whether it waits for an owner or for Postgres [JOB-04] [ERR-04]', async () => {
    const held: (() => void)[] = [];
    const hang = () => new Promise<RawReply>((resolve) => held.push(() => resolve(new RawReply('{}'))));
    const documents = await FakeService.open('documents', [handle(readDocuments, hang)]);
    const gateway = await openGateway({ ROUTE_TIMEOUT_MS: '600' });
    const { key } = await gateway.key('org-late');
    const { database } = gateway.running.platform;
    await database.transaction('spec', async (tx) => {
      await tx.query('lock table organization in access exclusive mode');
      for (const path of ['/v1/namespaces/acme/documents/a', '/v1/organization']) {
        // The gateway has not read the key before the lock for the first path; both requests must end in time.
        const startedAtMs = Date.now();
        const { status, headers, json } = await gateway.call('GET', path, key);
        expect({ path, status, code: json.error?.code }).toEqual({ path, status: 503, code: 'unavailable' });
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(Date.now() - startedAtMs).toBeLessThan(10_000);
      }
    });
    const late = await gateway.call('GET', '/v1/namespaces/acme/documents/a', key);
    expect(late.status).toBe(503);
    expect((await gateway.call('GET', '/v1/organization', key)).status).toBe(200);
    await gateway.close();
    held.forEach((free) => free());
    await documents.stop();
  });
});

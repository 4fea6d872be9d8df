import { RawReply, handle } from '@app/bus';
import { changeNamespace } from '@app/contracts/documents';
import { createEndpoint, rotateSecret } from '@app/contracts/webhooks';
import { FakeService } from '@app/testing';
import { GatewayClient, Reply, openGateway } from '../testing/gateway-client';

/** One `Idempotency-Key` sent with API keys of different scopes. */
describe('an `Idempotency-Key` that several API keys send', () => {
  let gateway: GatewayClient;
  let owners: FakeService[];
  let wide: string;
  let narrow: string;
  const ran: string[] = [];
  const secret = async (_query: object, call: { who: { scope: string } }): Promise<RawReply> => {
    ran.push(call.who.scope);
    return RawReply.of({ status: 200, body: `{"id":"whe_1","secret":"whsec_of_${call.who.scope}"}` });
  };

  beforeAll(async () => {
    owners = [
      await FakeService.open('webhooks', [handle(createEndpoint, secret), handle(rotateSecret, secret)]),
      await FakeService.open('documents', [
        handle(changeNamespace, async () => {
          ran.push('patch');
          return new RawReply('{"name":"acme/a"}');
        }),
      ]),
    ];
    gateway = await openGateway();
    wide = (await gateway.key('org-shared')).key;
    narrow = (await gateway.key('org-shared', 'read_write', 'acme/*')).key;
  });
  afterAll(async () => {
    await gateway.close();
    for (const owner of owners) await owner.stop();
  });
  beforeEach(() => void ran.splice(0));

  const send = (who: string, method: 'POST' | 'PATCH', path: string, body: object, keyed: string): Promise<Reply> =>
    gateway.call(method, `/v1${path}`, who, body, { 'idempotency-key': keyed });

  it.each(['/webhook-endpoints', '/webhook-endpoints/whe_1/rotate-secret'])(
    'does not replay %s to a key with another scope, and shows it no secret [defect S-M4] [IDEM-09]',
    async (path) => {
      const body = path.endsWith('secret') ? {} : { url: 'https://example.com/h' };
      const first = await send(wide, 'POST', path, body, `secret ${path}`);
      expect(first.text).toContain('whsec_of_*');
      const refused = await send(narrow, 'POST', path, body, `secret ${path}`);
      expect({ status: refused.status, code: refused.json.error?.code }).toEqual({
        status: 422,
        code: 'idempotency_key_reused',
      });
      expect(refused.text).not.toContain('whsec');
      expect((await send(wide, 'POST', path, body, `secret ${path}`)).text).toBe(first.text);
      expect(ran).toEqual(['*']);
    },
  );

  it('replays to every key whose scope covers the namespace of the path, in every spelling [IDEM-02] [defect W-L14]', async () => {
    for (const [who, path] of [
      [wide, '/namespaces/acme%2Fa'],
      [narrow, '/namespaces/acme%2fa'],
      [narrow, '/namespaces/%61cme%2Fa'],
    ])
      expect((await send(who, 'PATCH', path, { pinned: true }, 'path')).status).toBe(200);
    expect(ran).toEqual(['patch']);
  });

  it('says with a 401 how to authenticate [defect W-L13] [AUTH-06]', async () => {
    const { status, headers } = await gateway.call('GET', '/v1/organization', null);
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await gateway.call('GET', '/v1/organization', wide)).headers['www-authenticate']).toBeUndefined();
  });
});
